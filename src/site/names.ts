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
