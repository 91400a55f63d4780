import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { pictureProblem } from './pictures/picture-file.ts';
import { missingLetters } from './pictures/typeface.ts';
import { readNames } from './site/content-file.ts';
import { contentLoader } from './site/content-loader.ts';
import { page } from './site/markdown.ts';
import { isOneMessage } from './site/text-message.ts';
import {
  each,
  type Field,
  isUnchangedBy,
  line,
  MARKDOWN_RULES,
  matches,
  optional,
  type Rule,
  text,
} from './site/text-rules.ts';
import { referralLink } from './waitlist/shared/referral.ts';
import { statusLink } from './waitlist/shared/status-link.ts';

/** Twilio error 30925, AWS End User Messaging "Transactional opt-in". */
const CARRIERS: [RegExp, string][] = [
  [/\{lab\}/, '{lab} may text you.'],
  [/frequency|recurring/i, 'Msg frequency varies.'],
  [/data rates/i, 'Msg & data rates may apply.'],
  [/\bSTOP\b/, 'Reply STOP to cancel.'],
  [/\bHELP\b/, 'HELP for help.'],
  [/\[[^[\]]+\]\(\/privacy#texts\)/, '[Terms](/privacy#texts)'],
  [/\[[^[\]]+\]\(\/privacy\)/, '[Privacy](/privacy)'],
];

const carriersProblem: Rule = (text) => {
  const named = text.replaceAll(readNames().lab || '{lab}', '{lab}');
  const missing = CARRIERS.filter(([pattern]) => !pattern.test(named)).map(([, wanted]) => wanted);
  const sentence = `has to say what carriers want: ${missing.join(' ')}`;
  return missing.length ? { sentence, correction: [text, ...missing].join(' ') } : undefined;
};

const lettersProblem: Rule = (text) => {
  const missing = missingLetters(text);
  const correction = missing.reduce((left, letter) => left.replaceAll(letter, ''), text).trim();
  const sentence = `has ${missing.join(' ')}, which its typeface lacks.`;
  return missing.length ? { sentence, correction } : undefined;
};

const isParagraph = isUnchangedBy(
  (text) => text.replaceAll(/^#+ +/gm, '').replaceAll(/\s*\n\s*/g, ' '),
  'has room for one paragraph without a heading, in place of all below the hyphens.',
);

/** As long as every member's, to measure a text message. */
const KEY = { referralCode: 'FFFFFFFabcdefgh', statusToken: 'abcdefghij' };
const isInvitation = isOneMessage((origin) => referralLink(origin, KEY.referralCode));
const isReminder = isOneMessage((origin) => statusLink(origin, KEY));

const button = line(30);
const label = line(60);
const sentence = line(160);
const head = { title: label, description: sentence };

/**
 * For each file of src/content its keys, in the file's order: how long a text may be, and an example
 * of one that holds blanks of its own.
 */
export const files = {
  site: {
    product: line(20, '', lettersProblem),
    lab: button,
    ...each(line(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: text(60, matches(/^\S+@\S+\.\w+$/, 'is no e-mail address. Write one.')),
  },
  landing: {
    ...head,
    presents: line(40),
    // A phone shows it 780 pixels wide.
    picture: text(100, (name) => pictureProblem(name, 1000)),
    pictureAlt: line(400),
    hint: line(40),
    friend: button,
    body: line(160, '', isParagraph),
  },
  about: {
    ...head,
    prompt: label,
    ...each(button, 'exitPrompt', 'exitCommand'),
    body: page(),
  },
  privacy: { ...head, body: page('Texts') },
  'not-found': { ...head, body: page() },
  form: {
    back: button,
    title: line(45),
    ...each(button, 'firstName', 'lastName', 'phone', 'button'),
    sending: line(45),
    consent: optional(text(420, ...MARKDOWN_RULES, carriersProblem)),
  },
  confirmation: {
    title: label,
    greeting: line(60, "You're in line, {firstName}!"),
    position: line(60, "You're at position #{position}"),
    ...each(sentence, 'note', 'link'),
    ...each(button, 'copy', 'copied', 'copiedShort'),
    refused: sentence,
    share: button,
    invitation: line(160, 'Skip the line with me: {link}', isInvitation),
    shareWithMe: button,
    reminder: line(160, 'My spot on the list: {link}', isReminder),
    ...each(button, 'shareMore', 'showCode'),
    ...each(sentence, 'code', 'codeAlt', 'noCode'),
    oneUp: label,
    movedUp: line(60, 'You moved up {moved} spots'),
    oneFriend: label,
    friends: line(60, '{friends} friends joined through your link'),
  },
  share: {
    open: button,
    unnamed: line(20),
    position: line(30, '#{position} in line'),
    admitted: line(15),
    alt: line(160, 'A paperback: {firstName}. On it {badge}, and a QR code of your link.'),
    ...each(button, 'share', 'save', 'enlarge'),
    ...each(sentence, 'hold', 'noSharePicture', 'noFile'),
    ...each(line(40), 'genre', 'presents', 'subtitle', 'invitation', 'blurb', 'critic'),
  },
  member: {
    inLine: line(60, "You're in line, {firstName}. See your spot"),
    inLineUnnamed: label,
    notYou: button,
    ...each(label, 'greeting', 'finding'),
    again: line(40),
    ...each(label, 'unknown', 'unknownAdvice', 'cut', 'cutAdvice'),
    ...each(line(40), 'own', 'join'),
    admitted: label,
    admittedText: sentence,
    admittedLabel: line(40),
    admittedLink: optional(text(200, matches(/^https:\/\/\w/, 'has to begin with https://.'))),
    leave: button,
    leaveWarning: sentence,
    ...each(button, 'leaveConfirm', 'leaveCancel'),
    left: label,
    ...each(sentence, 'goodbye', 'noStatus', 'tooSlow', 'nothingLost'),
  },
};

/** The loader checks the texts; zod names their keys. */
const shapeOf = <Key extends string>(fields: Record<Key, Field>) =>
  each(z.string(), ...(Object.keys(fields) as Key[]));

const collection = <Key extends string>(fields: Record<Key, Field>) =>
  defineCollection({ loader: contentLoader(fields), schema: z.object(shapeOf(fields)) });

export const collections = {
  site: collection(files.site),
  landing: defineCollection({
    loader: contentLoader(files.landing),
    schema: ({ image }) => z.object({ ...shapeOf(files.landing), picture: image() }),
  }),
  about: collection(files.about),
  privacy: collection(files.privacy),
  'not-found': collection(files['not-found']),
  form: collection(files.form),
  confirmation: collection(files.confirmation),
  share: collection(files.share),
  member: collection(files.member),
};
