import { createHash } from 'node:crypto';
import { z } from 'astro/zod';
import { describe, expect, test, vi } from 'vitest';

const kept = vi.hoisted(() => ({
  texts: [] as { id: string; body: string; rendered: { html: string } }[],
  privacy: {} as object | undefined,
}));
// Astro's own module, which exists in its builds alone; tests/build/edited-content.test.ts has the real one.
vi.mock('astro:content', () => ({
  defineCollection: (collection: unknown) => collection,
  getCollection: async () => kept.texts,
  getEntry: async () => kept.privacy,
}));
const { collections } = await import('../../src/content.config.ts');
const { readConsent } = await import('../../src/site/consent.ts');
const { checkTexts } = await import('../../src/site/sms-length.ts');

describe('whoever edits the Markdown is told', () => {
  const complaints = (data: unknown) => {
    const { error } = z.safeParse(collections.signup.schema as z.ZodType, data);
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  test('which key is missing, empty or no text', () => {
    expect(complaints({ form: { title: '', phone: 12 } })).toEqual(
      expect.arrayContaining([
        'back: is missing: write a text',
        'form.firstName: is missing: write a text',
        'form.title: is empty: write a text',
        'form.phone: is no text: put it in "quotes"',
      ]),
    );
  });

  test('which blank a text has to hold, and which it does not know', () => {
    const told = complaints({ confirmation: { greeting: 'Hi {name} of {product}' } });
    expect(told).toContain('confirmation.greeting: has to contain {firstName}');
    expect(told).toContain('confirmation.greeting: does not know {name}');
    expect(told?.join()).not.toContain('{product}');
  });

  test.each(['invitation', 'reminder'] as const)(
    'that the %s takes more than one text message',
    (name) => {
      const texts = { invitation: 'Join: {link}', reminder: 'Your spot: {link}' };
      const origin = 'https://fabio.example';
      expect(() => checkTexts(texts, origin)).not.toThrow();
      expect(() => checkTexts({ ...texts, [name]: `${'word '.repeat(30)}{link}` }, origin)).toThrow(
        /^src\/content\/signup\.md: confirmation\.\w+ is \d+ characters with her link; one text message holds 160$/,
      );
      expect(() => checkTexts({ ...texts, [name]: 'Ж {link}' }, origin)).toThrow(`${name} has`);
    },
  );
});

describe('the text beside the box', () => {
  const TEXT = 'By joining you agree that we may text you.';
  const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
  const file = (day: string, body = TEXT, name = body, html = `<p>${body}</p>\n`) => ({
    id: `consent/${day}-${versionOf(name)}`,
    body: `${body}\n`,
    rendered: { html: body && html },
  });

  test('is the newest of all that there ever were', async () => {
    kept.texts = [file('2026-01-02', 'One.'), file('2026-11-20'), file('2026-03-04', 'Two.')];
    expect(await readConsent()).toEqual({ html: TEXT, version: versionOf(TEXT) });
    kept.texts = [];
    expect(await readConsent()).toBeUndefined();
  });

  test('links to the page about privacy while there is one', async () => {
    const html = 'See <a href="/privacy#texts">the terms</a>, <a href="https://a.b">more</a>.';
    kept.texts = [file('2026-01-02', TEXT, TEXT, `<p>${html}</p>`)];
    expect(await readConsent()).toMatchObject({ html });
    kept.privacy = undefined;
    const without = 'See the terms, <a href="https://a.b">more</a>.';
    expect(await readConsent()).toMatchObject({ html: without, version: versionOf(TEXT) });
  });

  const ANOTHER_TEXT =
    /^src\/content\/consent\/\S+ holds another text than its name says\..* goes into a new file, src\/content\/consent\/\d{4}-\d\d-\d\d-[0-9a-f]{8}\.md\.$/;
  const NO_LINE = 'one line of at most 420 characters, with no Markdown but links.';

  test.each([
    ['changed after people agreed to it', [file('2026-01-02', 'Other.', TEXT)], ANOTHER_TEXT],
    ['named by no day', [file('soon')], ANOTHER_TEXT],
    ['two lines', [file('2026-01-02', 'One.\nTwo.')], NO_LINE],
    ['too long', [file('2026-01-02', 'word '.repeat(90))], NO_LINE],
    ['empty', [file('2026-01-02', '')], NO_LINE],
    ['a list', [file('2026-01-02', TEXT, TEXT, `<ul><li>${TEXT}</li></ul>`)], NO_LINE],
    ['loud', [file('2026-01-02', TEXT, TEXT, `<p><strong>${TEXT}</strong></p>`)], NO_LINE],
    [
      'one of two of the same day',
      [file('2026-01-02', 'One.'), file('2026-01-02', 'Two.')],
      'are of 2026-01-02: give the newer one a later day',
    ],
  ])('cannot be %s', async (_, texts, sentence) => {
    kept.texts = texts;
    await expect(readConsent()).rejects.toThrow(sentence);
  });
});
