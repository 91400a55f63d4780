import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { z } from 'astro/zod';
import { SegmentedMessage } from 'sms-segments-calculator';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { readPlaceholderValues } from './placeholder-values.ts';

// Rules check texts with the names of site.yml filled in. Messages follow the name of a key.

/** `row` counts from 0 in the text. After an issue given as a string, zod would skip later checks. */
export function report(context: z.RefinementCtx, message: string, row = 0) {
  context.addIssue({ code: 'custom', message, path: [row] });
}

const text = z.string('is missing.').min(1, { error: 'is empty.', abort: true });

/** A text of at most `max` characters, with each of `own` placeholders once, such as `firstName`. */
export const label = (max: number, ...own: string[]) =>
  text.superRefine(checkPlaceholders(own)).superRefine(({ length }, context) => {
    if (length > max) report(context, `is ${length} characters long, but can have at most ${max}.`);
  });

const checkPlaceholders = (own: string[]) => (text: string, context: z.RefinementCtx) => {
  const known = [...own, ...Object.keys(readPlaceholderValues())].join(', ');
  for (const [row, line] of text.split('\n').entries())
    for (const [braces] of line.matchAll(/\{+[^{}]*\}*|\}/g)) {
      if (own.some((name) => braces === `{${name}}`)) continue;
      report(context, `has ${braces}, but braces may only contain one of: ${known}.`, row);
    }
  for (const name of own)
    if (text.split(`{${name}}`).length !== 2) report(context, `must have {${name}} once.`);
};

/** If the site's URL isn't known, assume 45 characters, enough for most. */
const UNKNOWN_SITE = `https://${'x'.repeat(37)}`;

/** At most one text message, including a link to `path`; longer ones may arrive in parts. */
export const textMessage = (path: string) =>
  text
    // Text messages lack curly quotes, and a single one would halve the length that fits.
    .transform((text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'))
    .superRefine(checkPlaceholders(['link']))
    .superRefine((text, context) => {
      const link = readSiteUrl(process.env, UNKNOWN_SITE) + path;
      const message = new SegmentedMessage(text.replace('{link}', link));
      const [special] = message.getNonGsmCharacters();
      const room = special ? `70 characters with ${special} in it` : '160 characters';
      if (message.segmentsCount > 1)
        report(context, `is too long for a text message: it holds ${room}, link included.`);
    });

/** A page: `# Title`, then text, and `## Heading` for each section. */
export const markdownPage = text
  .regex(/^# ./, 'must start with # and its title.')
  .superRefine(checkPlaceholders([]))
  .superRefine(checkLinks);

const ALLOWED_LINKS = 'which is neither https://, mailto: nor one of';

export function checkLinks(markdown: string, context: z.RefinementCtx) {
  const files = readdirSync('src/content/pages');
  const paths = ['/', '/about', ...files.map((file) => `/${parse(file).name}`)];
  for (const [row, line] of markdown.split('\n').entries()) {
    for (const [, link = ''] of line.matchAll(/\]\(([^)"]*)/g)) {
      const [url = ''] = link.trim().split(/[?#]/);
      if (!/^((https:\/\/\w|mailto:|tel:)\S*)?$/.test(url) && !paths.includes(url))
        report(context, `has a link to ${url}, ${ALLOWED_LINKS} ${paths.join(' ')}`, row);
    }
  }
}
