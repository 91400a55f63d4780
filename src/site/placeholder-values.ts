import { POSITIONS_PER_REFERRAL } from '../waitlist/shared/referral.ts';
import { readContentFile } from './content-file.ts';

export type PlaceholderValues = ReturnType<typeof readPlaceholderValues>;

/** What any text may have in braces, from src/content/site.yml as it is, right or wrong. */
export function readPlaceholderValues() {
  const { texts } = readContentFile('src/content/site.yml', ['product', 'lab', 'contact']);
  const read = (key: string) => texts.get(key)?.text ?? '';
  const lab = read('lab');
  return {
    product: read('product'),
    lab,
    LAB: lab.toUpperCase().replaceAll(' ', '_'),
    contact: read('contact'),
    spots: String(POSITIONS_PER_REFERRAL),
  };
}
