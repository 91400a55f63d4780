import { z } from 'astro/zod';
import { SegmentedMessage } from 'sms-segments-calculator';
import { isVisible } from '../waitlist/shared/invisible.ts';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { POSITIONS_PER_REFERRAL } from '../waitlist/shared/links.ts';
import { readSiteUrl } from '../waitlist/shared/site-url.ts';
import { checkMarkdown, PLAIN } from './markdown.ts';

// Rules check texts before their placeholders are filled. Messages follow the name of a key.

/** In characters. Texts are measured with values of this length, so that no later one makes a text too long. */
export const LENGTHS = { product: 20, lab: 30, contact: 40 };

/** A value for each placeholder that any text can have; `read` returns those in site.yml. */
export const placeholderValues = (read: (key: keyof typeof LENGTHS) => string) => ({
  product: read('product'),
  lab: read('lab'),
  LAB: read('lab').toUpperCase().replaceAll(' ', '_'),
  contact: read('contact'),
  spots: String(POSITIONS_PER_REFERRAL),
});

export const LONGEST_VALUES = placeholderValues((key) => 'x'.repeat(LENGTHS[key]));

/** `before` is the text up to the problem. After an issue given as a string, zod would skip later checks. */
function report(context: z.RefinementCtx, message: string, before = '') {
  context.addIssue({ code: 'custom', message, path: [before.split('\n').length - 1] });
}

export const anyText = z.string().refine(isVisible, { error: 'is empty.', abort: true });

/** A text of at most `max` characters, with each of these placeholders once, such as `firstName`. `meta` is for longest-copy.ts. */
const oneLine = (max: number, ...placeholders: string[]) =>
  anyText
    .meta({ max, required: placeholders.map((name) => `{${name}}`).join(' ') })
    .regex(/^.*$/, { error: 'must be on one line.', abort: true })
    .regex(/^(?!.*[^\s{}/@]{31})/, 'has a word of more than 30 characters.')
    .superRefine(checkPlaceholders(placeholders))
    .superRefine((text, context) => {
      const filled = fillPlaceholders(text, LONGEST_VALUES);
      const names = filled === text ? '' : ' with the longest names';
      // An emoji is one for a reader, but takes the room of several.
      const all = [...new Intl.Segmenter('en').segment(filled)];
      const most = all.findIndex(({ index, segment }) => index + segment.length > max);
      if (most < 0) return;
      report(context, `is ${all.length} characters long${names}, but can have at most ${most}.`);
    });

/** A line without formatting. */
export const plainLine = (max: number, ...placeholders: string[]) =>
  oneLine(max, ...placeholders)
    .superRefine((text, context) => checkMarkdown(text, PLAIN, report.bind(null, context)))
    .regex(/^(?!.*(~~|&#?\w+;))/, 'has ~~ or a code such as &nbsp;, which would be shown.');

/** A name that every page and text message can contain. */
export const brandName = (key: 'product' | 'lab') =>
  oneLine(LENGTHS[key]).superRefine((name, context) => {
    const letters = new SegmentedMessage(name).getNonGsmCharacters();
    const [special] = /\{.*\}|[{}[\]<>*_`~|\\#]/.exec(name) ?? letters;
    if (special) report(context, `has ${special}, which texts and messages can't have in a name.`);
  });

const checkPlaceholders = (own: string[]) => (text: string, context: z.RefinementCtx) => {
  const known = [...new Set([...own, ...Object.keys(LONGEST_VALUES)])];
  for (const { 0: braces, index } of text.matchAll(/\{+[^{}]*\}*|\}/g)) {
    if (known.some((name) => braces === `{${name}}`)) continue;
    const message = `has ${braces}, but braces may only contain one of: ${known.join(', ')}.`;
    report(context, message, text.slice(0, index));
  }
  const [before, after] = text.split('${');
  if (after) report(context, 'has a $ before {, which would be shown. Delete the $.', before);
  for (const name of own)
    if (text.split(`{${name}}`).length !== 2) report(context, `must have {${name}} once.`);
};

/** At most one text message, including a link to `path`; longer ones may arrive in parts. */
export const textMessage = (path: string) =>
  anyText
    // Text messages lack curly quotes, and a single one would halve the length that fits.
    .transform((text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"'))
    .superRefine(checkPlaceholders(['link']))
    .superRefine((text, context) => {
      // 45 characters are enough for most sites.
      const link = readSiteUrl(process.env, 'x'.repeat(45)) + path;
      const message = new SegmentedMessage(fillPlaceholders(text, { ...LONGEST_VALUES, link }));
      const [special] = message.getNonGsmCharacters();
      const room = special ? `70 characters with ${special} in it` : '160 characters';
      if (message.segmentsCount > 1)
        report(context, `is too long for a text message: it holds ${room}, link included.`);
    });

/** A page: `# Title`, then text, and `## Heading` for each section. */
export const markdownPage = anyText
  .regex(/^# ./, { error: 'must start with # and its title.', abort: true })
  .superRefine(checkPlaceholders([]));

/** Twilio error 30925, AWS End User Messaging "Transactional opt-in". */
const CARRIER_REQUIREMENTS: [RegExp, string][] = [
  [/\{lab\}/, 'From {lab}.'],
  [/frequency|recurring/i, 'Msg frequency varies.'],
  [/data rates/i, 'Msg & data rates may apply.'],
  [/\bSTOP\b/, 'Reply STOP to cancel.'],
  [/\bHELP\b/, 'HELP for help.'],
  [/\]\(\/privacy#texts\)/, '[Terms](/privacy#texts)'],
  [/\]\(\/privacy\)/, '[Privacy](/privacy)'],
];

/** The text next to the checkbox, with everything that carriers require. */
export const consentText = (max: number) =>
  oneLine(max)
    .meta({ required: CARRIER_REQUIREMENTS.map(([, sentence]) => sentence).join(' ') })
    .superRefine((text, context) => {
      const missing = CARRIER_REQUIREMENTS.filter(([pattern]) => !pattern.test(text));
      const sentences = missing.map(([, sentence]) => sentence).join(' ');
      if (sentences) report(context, `lacks what carriers require: ${sentences}`);
    });
