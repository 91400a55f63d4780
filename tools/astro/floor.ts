import { readFileSync } from 'node:fs';

const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The oldest browsers the site is built for, as Vite and esbuild write them: `ios15.4`. */
export const floor: string[] = browserslist.map((range: string) =>
  range.replace('ios_saf', 'ios').replace(' >= ', ''),
);
