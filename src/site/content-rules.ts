import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import { z } from 'astro/zod';
import { SegmentedMessage } from 'sms-segments-calculator';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { readPlaceholderValues } from './placeholder-values.ts';

// Rules check texts before their placeholders are filled. Messages follow the name of a key.

/** In characters. Texts are measured with names of this length, so that no later name makes one too long. */
const NAME_LENGTHS = { product: 20, lab: 30 };

const withLongestNames = (text: string, own: Record<string, string> = {}) => {
  const product = 'x'.repeat(NAME_LENGTHS.product);
  const lab = 'x'.repeat(NAME_LENGTHS.lab);
  return fillPlaceholders(text, { ...readPlaceholderValues(), product, lab, LAB: lab, ...own });
};

/** `row` counts from 0 in the text. After an issue given as a string, zod would skip later checks. */
export function report(context: z.RefinementCtx, message: string, row = 0) {
  context.addIssue({ code: 'custom', message, path: [row] });
}

const text = z.string('is missing.').min(1, { error: 'is empty.', abort: true });

/** A text of at most `max` characters, with each of `own` placeholders once, such as `firstName`. */
export const label = (max: number, ...own: string[]) =>
  text.superRefine(checkPlaceholders(own)).superRefine((text, context) => {
    const { length } = withLongestNames(text);
    const hint = /\{(product|lab)\}/i.test(text) ? NAMES_HINT : '';
    if (length > max)
      report(context, `is ${length} characters long, but can have at most ${max}.${hint}`);
  });

const NAMES_HINT = ` {product} counts as ${NAME_LENGTHS.product}, {lab} as ${NAME_LENGTHS.lab}.`;

/** A name that every text message can contain. */
export const name = (key: keyof typeof NAME_LENGTHS) =>
  label(NAME_LENGTHS[key]).superRefine((text, context) => {
    const [special] = new SegmentedMessage(text).getNonGsmCharacters();
    if (special) report(context, `has ${special}, which text messages can't have.`);
  });

const checkPlaceholders = (own: string[]) => (text: string, context: z.RefinementCtx) => {
  const known = [...own, ...Object.keys(readPlaceholderValues())];
  for (const [row, line] of text.split('\n').entries())
    for (const [braces] of line.matchAll(/\{+[^{}]*\}*|\}/g)) {
      if (known.some((name) => braces === `{${name}}`)) continue;
      const message = `has ${braces}, but braces may only contain one of: ${known.join(', ')}.`;
      report(context, message, row);
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
      const message = new SegmentedMessage(withLongestNames(text, { link }));
      const [special] = message.getNonGsmCharacters();
      const room = special ? `70 characters with ${special} in it` : '160 characters';
      if (message.segmentsCount > 1)
        report(context, `is too long for a text message: it holds ${room}, link included.`);
    });

/** A page: `# Title`, then text, and `## Heading` for each section. */
export const markdownPage = text
  .regex(/^# ./, 'must start with # and its title.')
  .superRefine(checkPlaceholders([]))
  .superRefine(checkMarkdown);

const ALLOWED_LINKS = 'which is neither https://, mailto: nor one of';

export function checkMarkdown(markdown: string, context: z.RefinementCtx) {
  const paths = pagePaths();
  for (const [row, line] of markdown.split('\n').entries()) {
    if (/<\/?[a-z]+[\s/>]/i.test(line))
      report(context, "has an HTML tag, which pages can't show.", row);
    if (line.includes('![')) report(context, "has a picture, which this page can't show.", row);
    if (/^##+[^\s#]/.test(line)) report(context, 'has a heading without a space after its #.', row);
    for (const [, link = ''] of line.matchAll(/\]\(([^)"]*)/g)) {
      const [url = ''] = link.trim().split(/[?#]/);
      if (!/^((https:\/\/\w|mailto:|tel:)\S*)?$/.test(url) && !paths.includes(url))
        report(context, `has a link to ${url}, ${ALLOWED_LINKS} ${paths.join(' ')}`, row);
    }
  }
}

const pagePaths = () => {
  const files = readdirSync('src/content/pages');
  return ['/', '/about', ...files.map((file) => `/${parse(file).name}`)];
};
