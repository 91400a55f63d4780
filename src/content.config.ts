import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { missingLetters } from './pictures/typeface.ts';
import { readNames } from './site/front-matter.ts';
import { each, line, text, textProblems } from './site/line.ts';
import { picture } from './site/picture.ts';
import { messageProblems } from './site/text-message.ts';
import { wordsLoader } from './site/words.ts';
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

function* carrierProblems(text: string) {
  const named = text.replaceAll(readNames().lab, '{lab}');
  const missing = CARRIERS.filter(([pattern]) => !pattern.test(named)).map(([, words]) => words);
  const sentence = `has to say what carriers want: ${missing.join(' ')}`;
  if (missing.length) yield { sentence, correction: [text, ...missing].join(' ') };
}

/** The display face, which lacks some letters, sets these texts. */
const display = (max: number, ...blanks: string[]) =>
  line(max, blanks, function* (text) {
    // The product's name has a line of its own.
    const missing = missingLetters(fill(text, { ...readNames(), product: '' }));
    const correction = missing.reduce((left, letter) => left.replaceAll(letter, ''), text).trim();
    const sentence = `has ${missing.join(' ')}, which its typeface lacks.`;
    if (missing.length) yield { sentence, correction };
  });

const message = (linkOf: (origin: string) => string) =>
  line(160, ['link'], (text) => messageProblems(text, linkOf));

/** As long as every member's, to measure a text message. */
const KEY = { referralCode: 'FFFFFFFabcdefgh', statusToken: 'abcdefghij' };

const head = { title: line(60), description: line(160) };

const landing = <Picture extends z.ZodType>(hero: Picture, bust: Picture) =>
  z.object({
    ...head,
    hero: z.object({ picture: hero, alt: line(400), bust: bust.optional() }),
    ...each(line(30), 'notYou', 'friend'),
    ...each(line(40), 'presents', 'hint'),
    inLineUnnamed: line(60),
    pitch: line(160),
    inLine: line(60, ['firstName']),
  });

const box = z.object({ label: line(30), text: line(400) });

/** For each file of src/content, how long a text may be and which blanks it holds. */
export const schemas = {
  site: z.object({
    product: display(20),
    lab: line(30),
    ...each(line(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: text('privacy@fabio.example').check(z.email('is no e-mail address.')),
  }),
  // A phone shows the hero 780 pixels wide.
  landing: landing(picture(1000), picture(600)),
  signup: z.object({
    consent: line(420, [], carrierProblems).optional(),
    back: line(30),
    form: z.object({
      ...each(line(30), 'firstName', 'lastName', 'phone', 'button'),
      ...each(line(45), 'title', 'sending'),
    }),
    confirmation: z.object({
      ...each(line(30), 'copy', 'copiedShort', 'share', 'shareWithMe', 'shareMore', 'showCode'),
      ...each(line(60), 'link', 'title', 'copied', 'codeAlt', 'oneUp', 'oneFriend'),
      ...each(line(120), 'note', 'refused', 'code'),
      greeting: line(60, ['firstName']),
      position: line(60, ['position']),
      movedUp: line(60, ['moved']),
      friends: line(60, ['friends']),
      invitation: message((origin) => referralLink(origin, KEY.referralCode)),
      reminder: message((origin) => statusLink(origin, KEY)),
    }),
    sharePicture: z.object({
      ...each(line(30), 'open', 'share', 'save', 'enlarge'),
      hold: line(120),
      alt: line(160, ['firstName', 'badge']),
      unnamed: display(20),
      position: display(30, 'position'),
      admitted: display(15),
    }),
    printed: z.object(
      each(display(40), 'genre', 'presents', 'subtitle', 'invitation', 'blurb', 'critic'),
    ),
    admitted: z.object({
      label: line(40),
      title: line(60),
      text: line(200),
      link: z.url({ protocol: /^https$/, error: 'has to begin with https://.' }).optional(),
    }),
    leave: z.object({
      ...each(line(30), 'open', 'confirm'),
      left: line(60),
      ...each(line(160), 'goodbye', 'warning'),
    }),
    spot: z.object({
      ...each(line(40), 'again', 'own', 'join'),
      ...each(line(60), 'greeting', 'finding'),
    }),
  }),
  about: z.object({
    ...head,
    ...each(line(60), 'prompt', 'heading'),
    tagline: line(160),
    firstBox: box,
    secondBox: box,
    thirdBox: box,
    exit: z.object({ prompt: line(20), command: line(30) }),
  }),
  privacy: z.object({
    ...head,
    heading: line(60),
    body: text('## Texts', function* (text) {
      for (const row of text.split('\n')) {
        for (const { sentence } of textProblems(row)) yield { sentence };
      }
      if (!/^## Texts$/m.test(text)) yield { sentence: 'has no heading: ## Texts' };
    }),
  }),
  'not-found': z.object({ ...head, link: line(30), heading: line(40), joke: line(120) }),
};

const collection = <Schema extends z.ZodObject>(id: string, schema: Schema) =>
  defineCollection({ loader: wordsLoader(id, schema), schema });

export const collections = {
  site: collection('site', schemas.site),
  landing: defineCollection({
    loader: wordsLoader('landing', schemas.landing),
    schema: ({ image }) => landing(image(), image()),
  }),
  signup: collection('signup', schemas.signup),
  about: collection('about', schemas.about),
  privacy: collection('privacy', schemas.privacy),
  'not-found': collection('not-found', schemas['not-found']),
};
