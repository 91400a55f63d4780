import type { CollectionEntry } from 'astro:content';

type SignupWords = Omit<CollectionEntry<'signup'>['data'], 'consent' | 'printed'>;

/** From src/content/signup.md, with the addresses of the share picture. */
export type WaitlistWords = SignupWords & {
  sharePicture: { picture: string; thumbnail: string };
};

/** `version` is stored with a member who ticks the box. */
export type Consent = { html: string; version: string };

/** Fills `{firstName}` with values.firstName. Unknown blanks stay. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => values[name] ?? blank);
}

/** 1,234,567 */
export function formatPosition(position: number): string {
  return position.toLocaleString('en-US');
}
