import { readFile } from 'node:fs/promises';
import type { ResponsePage } from '../../src/waitlist/shared/contract.ts';
import { Unavailable } from '../queue/unavailable.ts';

/** A file that the build made from src/pages/response. The path also works in the bundled function. Throws Unavailable. */
export function readBuilt(name: 'consent.json' | `${ResponsePage}.html`): Promise<string> {
  return readFile(new URL(`../http/generated/${name}`, import.meta.url), 'utf8').catch(() => {
    throw new Unavailable(`${name} is missing: run npm run build, or npm start, not netlify dev`);
  });
}
