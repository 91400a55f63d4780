import { POSITIONS_PER_REFERRAL } from '../waitlist/shared/referral.ts';
import { readContentFile } from './content-file.ts';

/** What any text may have in braces. */
export const PLACEHOLDERS = ['product', 'lab', 'LAB', 'contact', 'spots'];

/** From src/content/site.yml as it is, right or wrong. */
export function readSite() {
  const { texts } = readContentFile('src/content/site.yml');
  const read = (key: string) => texts.get(key)?.text ?? '';
  return { product: read('product'), lab: read('lab'), contact: read('contact') };
}

export const readPlaceholderValues = (site = readSite()) => ({
  ...site,
  LAB: site.lab.toUpperCase().replaceAll(' ', '_'),
  spots: String(POSITIONS_PER_REFERRAL),
});
