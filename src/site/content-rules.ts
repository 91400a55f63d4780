import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { z } from 'astro/zod';
import { SegmentedMessage } from 'sms-segments-calculator';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { readPlaceholderValues } from './placeholder-values.ts';

// Rules see a text with the names of site.yml filled in. Their messages continue the name of a key.

const text = z.string('is missing.').min(1, { error: 'is empty.', abort: true });

/** A text of at most `max` characters, with each of `own` placeholders once, such as `firstName`. */
export const label = (max: number, ...own: string[]) =>
  text
    .max(max, {
      error: ({ input }) => `is ${input?.length} characters long and has room for ${max}.`,
    })
    .superRefine(checkPlaceholders(own));

const checkPlaceholders = (own: string[]) => (text: string, context: z.RefinementCtx) => {
  const known = [...own, ...Object.keys(readPlaceholderValues())].join(', ');
  for (const [row, line] of text.split('\n').entries())
    for (const [braces] of line.matchAll(/\{+[^{}]*\}*|\}/g)) {
      if (own.some((name) => braces === `{${name}}`)) continue;
      const message = `has ${braces}, but braces may only hold one of: ${known}.`;
      context.addIssue({ code: 'custom', message, path: [row] });
    }
  for (const name of own)
    if (text.split(`{${name}}`).length !== 2) context.addIssue(`has to hold {${name}} once.`);
};

/** If the site's URL isn't known, 45 characters are enough for most. */
const UNKNOWN_SITE = `https://${'x'.repeat(37)}`;

/** As long as one text message holds, with a link of `path` to the site; longer ones may arrive in parts. */
export const textMessage = (path: string) =>
  text
    // The alphabet of text messages lacks curly ones, and a single one halves the room.
    .transform((text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'))
    .superRefine(checkPlaceholders(['link']))
    .superRefine((text, context) => {
      const link = readSiteUrl(process.env, UNKNOWN_SITE) + path;
      const message = new SegmentedMessage(text.replace('{link}', link));
      const [special] = message.getNonGsmCharacters();
      const room = special ? `70 characters with ${special} in it` : '160 characters';
      if (message.segmentsCount > 1)
        context.addIssue(`is too long for a text message: it holds ${room}, link included.`);
    });

/** A page: its title behind one #, then texts, and headings behind two. */
export const markdownPage = text
  .regex(/^# ./, 'has to begin with its title, behind one # and a space.')
  .superRefine(checkPlaceholders([]))
  .superRefine(checkMarkdown);

export function checkMarkdown(markdown: string, context: z.RefinementCtx) {
  for (const [row, line] of markdown.split('\n').entries()) {
    const report = (message: string) => context.addIssue({ code: 'custom', message, path: [row] });
    if (/<\/?[a-z]+[\s/>]/i.test(line)) report("has an HTML tag, which pages can't show.");
    if (line.includes('![')) report("has a picture, which this page can't show.");
    if (/^##+[^\s#]/.test(line)) report('has a heading without a space behind its #.');
    const paths = pagePaths();
    for (const [, link = ''] of line.matchAll(/\]\(([^)"]*)/g)) {
      const [url = ''] = link.trim().split(/[?#]/);
      if (!/^((https:\/\/\w|mailto:|tel:)\S*)?$/.test(url) && !paths.includes(url))
        report(`has a link to ${url}, which is neither https://, mailto: nor ${paths.join(' ')}`);
    }
  }
}

const pagePaths = () => {
  const files = readdirSync('src/content/pages');
  return ['/', '/about', ...files.map((file) => `/${parse(file).name}`)];
};
