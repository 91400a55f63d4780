import { POSITIONS_PER_REFERRAL } from '../waitlist/shared/referral.ts';
import { readContentFile } from './content-file.ts';

/** What any text may have in braces. The names are those of src/content/site.yml, right or wrong. */
export function readPlaceholderValues() {
  const { texts } = readContentFile('src/content/site.yml');
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
