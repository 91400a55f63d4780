import { getCollection } from 'astro:content';
import { createHash } from 'node:crypto';
import type { Consent } from '../waitlist/shared/fill.ts';

/** As long as two lines on a phone. */
const MAX_LENGTH = 240;

/** How a version is named: the first eight hexadecimal digits of its text's SHA-256. */
function consentVersion(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Of `consent/2026-11-20-34b03603`, the day. */
const dayOf = (id: string) => id.slice(8, 18);

/**
 * The newest text of src/content/consent. All that anybody ever agreed to stay there, each in a file
 * named by its day and its version; one whose text was changed afterwards stops the build.
 */
export async function readConsent(): Promise<Consent> {
  const files = await getCollection('consent');
  const texts = files.map(({ id, body = '' }) => ({ id, text: body.trim() }));
  const named = texts.map(({ id, text }) => ({ id, text, version: consentVersion(text) }));
  const today = new Date().toISOString().slice(0, 10);
  for (const { id, text, version } of named) {
    const file = `src/content/${id}.md`;
    if (!text || text.length > MAX_LENGTH || text.includes('\n')) {
      throw new Error(`${file} has to hold one line of at most ${MAX_LENGTH} characters.`);
    }
    if (!/^consent\/\d{4}-\d\d-\d\d-/.test(id) || !id.endsWith(`-${version}`)) {
      throw new Error(
        `${file} holds another text than its name says. What people have agreed to stays as it was; a new text goes into a new file, src/content/consent/${today}-${version}.md.`,
      );
    }
  }
  const [newest, before] = named.toSorted((a, b) => (a.id > b.id ? -1 : 1));
  if (!newest) throw new Error('src/content/consent holds no text for the line under the form.');
  if (before && dayOf(before.id) === dayOf(newest.id)) {
    throw new Error(
      `Two texts in src/content/consent are of ${dayOf(newest.id)}: give the newer one a later day.`,
    );
  }
  return newest;
}
