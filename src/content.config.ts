import type { ImageMetadata } from 'astro';
import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { pictureProblem } from './pictures/picture-file.ts';
import { missingLetters } from './pictures/typeface.ts';
import { readNames } from './site/content-file.ts';
import { contentLoader } from './site/content-loader.ts';
import { page } from './site/markdown.ts';
import { messageProblem } from './site/text-message.ts';
import { each, isUnchangedBy, line, MARKDOWN_RULES, type Rule, text } from './site/text-rules.ts';
import { fill } from './waitlist/shared/fill.ts';
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
  const named = text.replaceAll(readNames().lab, '{lab}');
  const missing = CARRIERS.filter(([pattern]) => !pattern.test(named)).map(([, wanted]) => wanted);
  const sentence = `has to say what carriers want: ${missing.join(' ')}`;
  return missing.length ? { sentence, correction: [text, ...missing].join(' ') } : undefined;
};

/** The display face, which lacks some letters, sets these texts. */
const display = (max: number, example?: string) =>
  line(max, example, (text) => {
    // The product's name has a line of its own.
    const missing = missingLetters(fill(text, { ...readNames(), product: '' }));
    const correction = missing.reduce((left, letter) => left.replaceAll(letter, ''), text).trim();
    const sentence = `has ${missing.join(' ')}, which its typeface lacks.`;
    return missing.length ? { sentence, correction } : undefined;
  });

const picture = (smallest: number) =>
  text(100, 'hero.png', (name) => pictureProblem(name, smallest)).transform(
    (name) => `../assets/${name}`,
  );

const isParagraph = isUnchangedBy(
  (text) => text.replaceAll(/^#+ +/gm, '').replaceAll(/\s*\n\s*/g, ' '),
  'has room for one paragraph without a heading, in place of all below the hyphens.',
);

/** As long as every member's, to measure a text message. */
const KEY = { referralCode: 'FFFFFFFabcdefgh', statusToken: 'abcdefghij' };
const invitation = (text: string) =>
  messageProblem(text, (origin) => referralLink(origin, KEY.referralCode));
const reminder = (text: string) => messageProblem(text, (origin) => statusLink(origin, KEY));

const button = line(30);
const label = line(60);
const sentence = line(160);
const head = { title: label, description: sentence };

/**
 * For each file of src/content its keys, in the file's order: how long a text may be, and an example
 * of one that holds blanks of its own.
 */
export const schemas = {
  site: z.object({
    product: display(20),
    lab: button,
    ...each(line(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: text(60, '').check(z.email('is no e-mail address. Write one.')),
  }),
  landing: z.object({
    ...head,
    presents: line(40),
    // A phone shows it 780 pixels wide.
    picture: picture(1000),
    pictureAlt: line(400),
    hint: line(40),
    friend: button,
    body: line(160, '', isParagraph),
  }),
  about: z.object({
    ...head,
    prompt: label,
    ...each(button, 'exitPrompt', 'exitCommand'),
    body: page(),
  }),
  privacy: z.object({ ...head, body: page('Texts') }),
  'not-found': z.object({ ...head, body: page() }),
  form: z.object({
    back: button,
    title: line(45),
    ...each(button, 'firstName', 'lastName', 'phone', 'button'),
    sending: line(45),
    consent: text(420, '', ...MARKDOWN_RULES, carriersProblem).optional(),
  }),
  confirmation: z.object({
    title: label,
    greeting: line(60, "You're in line, {firstName}!"),
    position: line(60, "You're at position #{position}"),
    ...each(sentence, 'note', 'link'),
    ...each(button, 'copy', 'copied', 'copiedShort'),
    refused: sentence,
    share: button,
    invitation: line(160, 'Skip the line with me: {link}', invitation),
    shareWithMe: button,
    reminder: line(160, 'My spot on the list: {link}', reminder),
    ...each(button, 'shareMore', 'showCode'),
    ...each(sentence, 'code', 'codeAlt', 'noCode'),
    oneUp: label,
    movedUp: line(60, 'You moved up {moved} spots'),
    oneFriend: label,
    friends: line(60, '{friends} friends joined through your link'),
  }),
  share: z.object({
    open: button,
    unnamed: display(20),
    position: display(30, '#{position} in line'),
    admitted: display(15),
    alt: line(160, 'A paperback: {firstName}. On it {badge}, and a QR code of your link.'),
    ...each(button, 'share', 'save', 'enlarge'),
    ...each(sentence, 'hold', 'noSharePicture', 'noFile'),
    ...each(display(40), 'genre', 'presents', 'subtitle', 'invitation', 'blurb', 'critic'),
  }),
  member: z.object({
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
    admittedLink: z.url({ protocol: /^https$/, error: 'has to begin with https://.' }).optional(),
    leave: button,
    leaveWarning: sentence,
    leaveConfirm: button,
    left: label,
    ...each(sentence, 'goodbye', 'noStatus', 'tooSlow', 'nothingLost'),
  }),
};

const collection = <Schema extends z.ZodObject>(schema: Schema) =>
  defineCollection({ loader: contentLoader(schema), schema });

export const collections = {
  site: collection(schemas.site),
  landing: defineCollection({
    loader: contentLoader(schemas.landing),
    schema: ({ image }) => {
      // Astro's types say what image() returns, not that it takes a path.
      const imported = image() as unknown as z.ZodType<ImageMetadata, string>;
      return schemas.landing.extend({ picture: schemas.landing.shape.picture.pipe(imported) });
    },
  }),
  about: collection(schemas.about),
  privacy: collection(schemas.privacy),
  'not-found': collection(schemas['not-found']),
  form: collection(schemas.form),
  confirmation: collection(schemas.confirmation),
  share: collection(schemas.share),
  member: collection(schemas.member),
};
