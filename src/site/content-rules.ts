import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { z } from 'astro/zod';
import { SegmentedMessage } from 'sms-segments-calculator';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { readPlaceholderValues } from './placeholder-values.ts';

// Rules check texts with the names of site.yml filled in. Messages follow the name of a key.

const text = z.string('is missing.').min(1, { error: 'is empty.', abort: true });

/** A text of at most `max` characters, with each of `own` placeholders once, such as `firstName`. */
export const label = (max: number, ...own: string[]) =>
  text
    .max(max, {
      error: ({ input }) => `is ${input?.length} characters long, but can have at most ${max}.`,
    })
    .superRefine(checkPlaceholders(own));

const checkPlaceholders = (own: string[]) => (text: string, context: z.RefinementCtx) => {
  const known = [...own, ...Object.keys(readPlaceholderValues())].join(', ');
  for (const [row, line] of text.split('\n').entries())
    for (const [braces] of line.matchAll(/\{+[^{}]*\}*|\}/g)) {
      if (own.some((name) => braces === `{${name}}`)) continue;
      const message = `has ${braces}, but braces may only contain one of: ${known}.`;
      context.addIssue({ code: 'custom', message, path: [row] });
    }
  for (const name of own)
    if (text.split(`{${name}}`).length !== 2) context.addIssue(`must have {${name}} once.`);
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
        context.addIssue(`is too long for a text message: it holds ${room}, link included.`);
    });

/** A page: `# Title`, then text, and `## Heading` for each section. */
export const markdownPage = text
  .regex(/^# ./, 'must start with # and its title.')
  .superRefine(checkPlaceholders([]))
  .superRefine(checkMarkdown);

export function checkMarkdown(markdown: string, context: z.RefinementCtx) {
  for (const [row, line] of markdown.split('\n').entries()) {
    const report = (message: string) => context.addIssue({ code: 'custom', message, path: [row] });
    if (/<\/?[a-z]+[\s/>]/i.test(line)) report("has an HTML tag, which pages can't show.");
    if (line.includes('![')) report("has a picture, which this page can't show.");
    if (/^##+[^\s#]/.test(line)) report('has a heading without a space after its #.');
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
