import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { markdownLine, rule } from './content-rules.ts';
import { lineToHtml } from './markdown.ts';
import { readSite } from './placeholder-values.ts';

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** For the form; undefined without a consent text, and then the form has no box. */
export const describeConsent = (text?: string) =>
  text ? { html: lineToHtml(text), version: versionOf(text) } : undefined;

/** For the function that stores it; null without a text. */
export const consentJson = (text?: string) =>
  JSON.stringify(text ? { version: versionOf(text), text } : null);

/** Twilio error 30925, AWS End User Messaging "Transactional opt-in". */
const CARRIER_REQUIREMENTS: [RegExp, string][] = [
  [/frequency|recurring/i, 'Msg frequency varies.'],
  [/data rates/i, 'Msg & data rates may apply.'],
  [/\bSTOP\b/, 'Reply STOP to cancel.'],
  [/\bHELP\b/, 'HELP for help.'],
  [/\]\(\/privacy#texts\)/, '[Terms](/privacy#texts)'],
  [/\]\(\/privacy\)/, '[Privacy](/privacy)'],
];

const PRIVACY = 'src/content/pages/privacy.md';

/** The text beside the box, with what carriers want of it. */
export const consentText = markdownLine(420).superRefine(
  rule((text, report) => {
    const missing = CARRIER_REQUIREMENTS.filter(([pattern]) => !pattern.test(text));
    const wanted = missing.map(([, sentence]) => sentence);
    if (!text.includes(readSite().lab)) wanted.unshift('who sends the texts, as {lab}.');
    if (wanted.length) report(`lacks what carriers want: ${wanted.join(' ')}`);
    if (!existsSync(PRIVACY) || !/^## Texts$/m.test(readFileSync(PRIVACY, 'utf8')))
      report(`links to /privacy#texts, but ${PRIVACY} has no heading ## Texts.`);
  }),
);
