import type { CollectionEntry } from 'astro:content';

type SignupWords = Omit<CollectionEntry<'signup'>['data'], 'consent' | 'printed'>;

/** Every word of form and confirmation, from src/content/signup.md, and the share picture's addresses. */
export type WaitlistWords = SignupWords & {
  sharePicture: { picture: string; thumbnail: string };
};

/** The text beside the box, and the version of it that is stored with a member who ticks the box. */
export type Consent = { html: string; version: string };

/** A text with its blanks filled: `{firstName}` by values.firstName. Unknown blanks stay. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => values[name] ?? blank);
}

/** A position as people read it: 1,234,567. */
export function formatPosition(position: number): string {
  return position.toLocaleString('en-US');
}
