import { z } from 'astro/zod';
import { SegmentedMessage } from 'sms-segments-calculator';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { PLACEHOLDERS, readPlaceholderValues } from './content-file.ts';
import { checkMarkdown, PAGE, PLAIN, report } from './markdown.ts';

// Rules check texts before their placeholders are filled. Messages follow the name of a key.

/** In characters. Texts are measured with names of this length, so that no later name makes one too long. */
const NAME_LENGTHS = { product: 20, lab: 30 };

const withLongestNames = (text: string, own: Record<string, string> = {}) => {
  const product = 'x'.repeat(NAME_LENGTHS.product);
  const lab = 'x'.repeat(NAME_LENGTHS.lab);
  return fillPlaceholders(text, { ...readPlaceholderValues(), product, lab, LAB: lab, ...own });
};

/** DI: characters that aren't shown. */
export const anyText = z.string().regex(/\P{DI}/u, { error: 'is empty.', abort: true });

/** A text of at most `max` characters, with each of these placeholders once, such as `firstName`. `meta` is for longest-copy.ts. */
export const oneLine = (max: number, ...placeholders: string[]) =>
  anyText
    .meta({ max, required: placeholders.map((name) => `{${name}}`).join(' ') })
    .regex(/^.*$/, { error: 'must be on one line.', abort: true })
    .regex(/^(?!.*[^\s{}/@]{31})/, 'has a word of more than 30 characters.')
    .superRefine(checkPlaceholders(placeholders))
    .superRefine(checkLength(max));

const checkLength = (max: number) => (text: string, context: z.RefinementCtx) => {
  const { length } = text.includes('{') ? withLongestNames(text) : text;
  const { product, lab } = NAME_LENGTHS;
  const hasNames = /\{(product|lab)\}/i.test(text);
  const hint = hasNames ? ` {product} counts as ${product}, {lab} as ${lab}.` : '';
  if (length > max)
    report(context, `is ${length} characters long, but can have at most ${max}.${hint}`);
};

/** A line without formatting. */
export const plainLine = (max: number, ...placeholders: string[]) =>
  oneLine(max, ...placeholders)
    .superRefine(checkMarkdown(PLAIN))
    .regex(/^(?!.*(~~|&#?\w+;))/, 'has ~~ or a code such as &nbsp;, which would be shown.');

/** A name that every page and text message can contain. */
export const brandName = (key: keyof typeof NAME_LENGTHS) =>
  anyText
    .meta({ max: NAME_LENGTHS[key] })
    .superRefine(checkLength(NAME_LENGTHS[key]))
    .superRefine((name, context) => {
      const letters = new SegmentedMessage(name).getNonGsmCharacters();
      const [special] = /\{.*\}|[{}[\]<>*_`~|\\#]/.exec(name) ?? letters;
      if (special)
        report(context, `has ${special}, which texts and messages can't have in a name.`);
    });

const checkPlaceholders = (own: string[]) => (text: string, context: z.RefinementCtx) => {
  const known = [...new Set([...own, ...PLACEHOLDERS])];
  for (const { 0: braces, index } of text.matchAll(/\{+[^{}]*\}*|\}/g)) {
    if (known.some((name) => braces === `{${name}}`)) continue;
    const message = `has ${braces}, but braces may only contain one of: ${known.join(', ')}.`;
    report(context, message, text.slice(0, index).split('\n').length - 1);
  }
  for (const name of own)
    if (text.split(`{${name}}`).length !== 2) report(context, `must have {${name}} once.`);
};

/** If the site's URL isn't known, assume 45 characters, enough for most. */
const UNKNOWN_SITE = `https://${'x'.repeat(37)}`;

/** At most one text message, including a link to `path`; longer ones may arrive in parts. */
export const textMessage = (path: string) =>
  anyText
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
export const markdownPage = anyText
  .regex(/^# ./, { error: 'must start with # and its title.', abort: true })
  .superRefine(checkPlaceholders([]))
  .superRefine(checkMarkdown(PAGE));
