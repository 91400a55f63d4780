import { markdownToHtml } from 'satteri';
import { versionOf } from './consent-version.ts';
import { checkMarkdown, LINE, report } from './markdown.ts';
import { oneLine } from './text-rules.ts';

/** Without a text, the form has a link to /privacy instead of a checkbox. */
export const describeConsent = (text: string | undefined, privacyLink: string) => {
  const version = text && versionOf(text);
  const { html } = markdownToHtml(text ?? `[${privacyLink}](/privacy)`);
  return {
    /** `version` is stored with a member who checks the box. The HTML is without the <p> around it. */
    consent: { html: html.replace(/^<p>|<\/p>\s*$/g, ''), version },
    /** For the function that stores it; null without a text. */
    consentJson: JSON.stringify(text ? { version, text } : null),
  };
};

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
export const consentText = (max: number, pages?: string[]) =>
  oneLine(max)
    .meta({ required: CARRIER_REQUIREMENTS.map(([, sentence]) => sentence).join(' ') })
    .superRefine(checkMarkdown(LINE, pages))
    .superRefine((text, context) => {
      const missing = CARRIER_REQUIREMENTS.filter(([pattern]) => !pattern.test(text));
      const sentences = missing.map(([, sentence]) => sentence).join(' ');
      if (sentences) report(context, `lacks what carriers require: ${sentences}`);
    });
