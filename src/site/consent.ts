import { markdownToHtml } from 'satteri';
import { versionOf } from './consent-version.ts';
import { readPlaceholderValues } from './content-file.ts';
import { checkMarkdown, LINE, report } from './markdown.ts';
import { oneLine } from './text-rules.ts';

/** `version` is stored with a member who checks the box; without one there's no box. */
export type Consent = { html: string; version: string | undefined };

/** Without a text, the form has a link to /privacy instead of a checkbox. */
export const describeConsent = (text: string | undefined, privacyLink: string): Consent => ({
  // Without the <p> around it.
  html: markdownToHtml(text ?? `[${privacyLink}](/privacy)`).html.replace(/^<p>|<\/p>\s*$/g, ''),
  version: text && versionOf(text),
});

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

/** The text next to the checkbox, with everything that carriers require. */
export const consentText = (max: number) =>
  oneLine(max)
    .meta({
      required: ['{lab}', ...CARRIER_REQUIREMENTS.map(([, sentence]) => sentence)].join(' '),
    })
    .superRefine(checkMarkdown(LINE))
    .superRefine((text, context) => {
      const missing = CARRIER_REQUIREMENTS.filter(([pattern]) => !pattern.test(text));
      const required = missing.map(([, sentence]) => sentence);
      if (!text.includes('{lab}') && !text.includes(readPlaceholderValues().lab))
        required.unshift('who sends the texts: {lab}.');
      if (required.length) report(context, `lacks what carriers require: ${required.join(' ')}`);
    });
