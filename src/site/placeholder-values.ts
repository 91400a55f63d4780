import { POSITIONS_PER_REFERRAL } from '../waitlist/shared/referral.ts';
import { readContentFile } from './content-file.ts';

/** The placeholders for every text. Values come from src/content/site.yml, even if they have problems. */
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
