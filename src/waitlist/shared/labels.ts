import type { CollectionEntry, CollectionKey } from 'astro:content';

type Labels<Name extends CollectionKey> = CollectionEntry<Name>['data'];

/** The .yml files of src/content. */
export interface WaitlistLabels {
  form: Omit<Labels<'form'>, 'consent'>;
  confirmation: Labels<'confirmation'>;
  member: Labels<'member'>;
  /** Undefined if the site has no share picture. */
  share: Labels<'share'> | undefined;
}

/** `version` is stored with a member who checks the box; without one there's no box. */
export type Consent = { html: string; version: string | undefined };

/** Fills `{firstName}` with values.firstName; unknown placeholders stay. */
export function fillPlaceholders(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** 1,234,567 */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US');
}
