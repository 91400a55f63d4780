import { createHash } from 'node:crypto';
import { markdownToHtml } from 'satteri';
import type { Rule } from './text-rules.ts';

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** For the form; undefined where the copy has no consent text, and so the form no box. */
export function describeConsent(text: string) {
  const html = markdownToHtml(text).html.replace(/^<p>|<\/p>\s*$/g, '');
  return text ? { html, version: versionOf(text) } : undefined;
}

/** For the function that stores it; null without a text. */
export const consentJson = (text: string) =>
  JSON.stringify(text ? { version: versionOf(text), text } : null);

/** Twilio error 30925, AWS End User Messaging "Transactional opt-in". */
const CARRIER_REQUIREMENTS: [RegExp, string][] = [
  [/\{lab\}/, '{lab} may text you.'],
  [/frequency|recurring/i, 'Msg frequency varies.'],
  [/data rates/i, 'Msg & data rates may apply.'],
  [/\bSTOP\b/, 'Reply STOP to cancel.'],
  [/\bHELP\b/, 'HELP for help.'],
  [/\[[^[\]]+\]\(\/privacy#texts\)/, '[Terms](/privacy#texts)'],
  [/\[[^[\]]+\]\(\/privacy\)/, '[Privacy](/privacy)'],
];

export const mustMeetCarrierRules: Rule = (text, { lab }) => {
  const named = lab ? text.replaceAll(lab, '{lab}') : text;
  const unmet = CARRIER_REQUIREMENTS.filter(([pattern]) => !pattern.test(named));
  const missing = unmet.map(([, wanted]) => wanted);
  const sentence = `has to say what carriers want: ${missing.join(' ')}`;
  return missing.length ? [{ sentence, correction: [text, ...missing].join(' ') }] : [];
};
