import { getCollection } from 'astro:content';
import { createHash } from 'node:crypto';
import type { Consent } from '../waitlist/shared/fill.ts';
import { hasPrivacy } from './read-content.ts';

/** As long as six lines on a phone: what the carriers ask for takes most of them. */
const MAX_LENGTH = 420;

/** How a version is named: the first eight hexadecimal digits of its Markdown's SHA-256. */
export function consentVersion(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Of `consent/2026-11-20-34b03603`, the day. */
const dayOf = (id: string) => id.slice(8, 18);

/**
 * The newest text of src/content/consent; undefined where there is none, and then no box. All that
 * anybody ever agreed to stay there, each in a file named by its day and its version; one whose text
 * was changed afterwards stops the build. Where there is no page about privacy, its words link nowhere.
 */
export async function readConsent(): Promise<Consent | undefined> {
  const files = await getCollection('consent');
  const today = new Date().toISOString().slice(0, 10);
  const named = files.map(({ id, body = '', rendered }) => {
    const text = body.trim();
    const [, html = ''] = /^<p>(.*)<\/p>$/s.exec(rendered?.html.trim() ?? '') ?? [];
    return { id, text, html, version: consentVersion(text) };
  });
  for (const { id, text, html, version } of named) {
    const file = `src/content/${id}.md`;
    if (!html || text.length > MAX_LENGTH || text.includes('\n') || /<(?!\/?a\b)/.test(html)) {
      throw new Error(
        `${file} has to hold one line of at most ${MAX_LENGTH} characters, with no Markdown but links.`,
      );
    }
    if (!/^consent\/\d{4}-\d\d-\d\d-/.test(id) || !id.endsWith(`-${version}`)) {
      throw new Error(
        `${file} holds another text than its name says. What people have agreed to stays as it was; a new text goes into a new file, src/content/consent/${today}-${version}.md.`,
      );
    }
  }
  const [newest, before] = named.toSorted((a, b) => (a.id > b.id ? -1 : 1));
  if (!newest) return undefined;
  if (before && dayOf(before.id) === dayOf(newest.id)) {
    throw new Error(
      `Two texts in src/content/consent are of ${dayOf(newest.id)}: give the newer one a later day.`,
    );
  }
  const { html, version } = newest;
  if (await hasPrivacy()) return { html, version };
  return { html: html.replace(/<a href="\/privacy\b[^>]*>(.*?)<\/a>/g, '$1'), version };
}
