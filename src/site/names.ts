import { fill } from '../waitlist/shared/fill.ts';
import { SPOTS_PER_FRIEND } from '../waitlist/shared/referral.ts';

/** What any text may use in braces, from src/content/site.md: {product}, {lab}, {LAB}, {contact}, {spots}. */
export const namesOf = ({ product = '', lab = '', contact = '' }) => ({
  product,
  lab,
  LAB: lab.toUpperCase().replaceAll(' ', '_'),
  contact,
  spots: String(SPOTS_PER_FRIEND),
});

/** What to do about the braces in a text that the page would not fill. `own` are its own names for them. */
export function bracesProblem(text: string, own: string[] = []): string | undefined {
  const names = [...own, ...Object.keys(namesOf({}))].map((name) => `{${name}}`);
  const left = names.reduce((rest, name) => rest.replaceAll(name, ''), text);
  const [unknown] = /\{[^{}]*\}|[{}]/.exec(left) ?? [];
  return unknown && `has ${unknown}, which nothing fills. Braces may hold ${names.join(', ')}.`;
}

/** How many characters a name may have. */
export const LONGEST = { product: 20, lab: 30 };

/** A text as long as it gets with the longest names: a new name breaks no text that was right before. */
export function longestText(text: string): string {
  const product = '-'.repeat(LONGEST.product);
  const lab = '-'.repeat(LONGEST.lab);
  return fill(text, { product, lab, LAB: lab });
}
