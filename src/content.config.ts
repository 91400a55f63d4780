import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { missingLetters } from './pictures/typeface.ts';
import { address, line, text } from './site/line.ts';
import { LONGEST, readNames } from './site/names.ts';
import { picture } from './site/picture.ts';
import { oneTextMessage } from './site/text-message.ts';
import { wordsLoader } from './site/words-loader.ts';
import { fill } from './waitlist/shared/fill.ts';
import { referralLink } from './waitlist/shared/referral.ts';
import { statusLink } from './waitlist/shared/status-link.ts';

/** Keys that belong together; any other is a mistake. What each is for stands above it in its file. */
const keys = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, `has to hold the keys ${Object.keys(shape).join(', ')}.`);

/** What carriers want beside the box (Twilio 30925, AWS End User Messaging "Transactional opt-in"). */
const CARRIERS: [RegExp, string][] = [
  [/\{lab\}/, 'who texts: {lab}'],
  [/frequency|recurring/i, 'how often: Msg frequency varies.'],
  [/data rates/i, 'what it costs: Msg & data rates may apply.'],
  [/\bSTOP\b/, 'how to end it: Reply STOP to cancel.'],
  [/\bHELP\b/, 'how to get help: HELP for help.'],
  [/\[[^[\]]+\]\(\/privacy#texts\)/, 'the terms: [Terms](/privacy#texts)'],
  [/\[[^[\]]+\]\(\/privacy\)/, 'what happens to the number: [Privacy](/privacy)'],
];

const asCarriersWant = (text: string) => {
  const missing = CARRIERS.filter(([pattern]) => !pattern.test(text)).map(([, wanted]) => wanted);
  const right = [text, ...missing.map((wanted) => wanted.replace(/^[^:]*: /, ''))].join(' ');
  return missing.length ? [{ sentence: `has to say ${missing.join(' And ')}`, right }] : [];
};

/** The display face sets it, of whose letters some are missing. */
const inDisplayFace = (text: string) => {
  // The product's name is judged by itself.
  const missing = missingLetters(fill(text, { ...readNames(), product: '' }));
  const right = missing.reduce((left, letter) => left.replaceAll(letter, ''), text).trim();
  return missing.length
    ? [{ sentence: `has ${missing.join(' ')}, which its typeface lacks.`, right }]
    : [];
};

/** As long as any. */
const ANY = { referralCode: 'FFFFFFFabcdefgh', statusToken: 'abcdefghij' };
const isMail = (text: string) => z.email().safeParse(text).success;

/** For browsers, search engines and link previews. */
const head = { title: line(60), description: line(160) };

const landing = <Picture extends z.ZodType>(hero: Picture, bust: Picture) =>
  keys({
    ...head,
    presents: line(40),
    hero: keys({ picture: hero, alt: line(400), bust: bust.optional() }),
    hint: line(40),
    pitch: line(160),
    inLine: line(60, ['firstName']),
    inLineUnnamed: line(60),
    notYou: line(20),
    friend: line(30),
  });

const box = keys({ label: line(30), text: line(400) });

/** Every file of src/content, how long each text may be and which blanks it holds. */
export const schemas = {
  site: keys({
    product: line(LONGEST.product, [], inDisplayFace),
    lab: line(LONGEST.lab),
    aboutLink: line(40),
    homeLink: line(40),
    privacyLink: line(40),
    contact: text((text) =>
      isMail(text) ? [] : [{ sentence: 'is no e-mail address.', right: 'privacy@fabio.example' }],
    ),
  }),
  // A phone shows the hero 780 pixels wide.
  landing: landing(picture(1000), picture(600)),
  signup: keys({
    consent: line(420, [], asCarriersWant).optional(),
    back: line(30),
    form: keys({
      title: line(40),
      firstName: line(30),
      lastName: line(30),
      phone: line(30),
      button: line(30),
      sending: line(45),
    }),
    confirmation: keys({
      title: line(60),
      greeting: line(60, ['firstName']),
      position: line(60, ['position']),
      note: line(120),
      link: line(40),
      copy: line(30),
      copied: line(60),
      copiedShort: line(30),
      refused: line(120),
      share: line(30),
      invitation: line(
        160,
        ['link'],
        oneTextMessage((origin) => referralLink(origin, ANY.referralCode)),
      ),
      shareWithMe: line(30),
      reminder: line(
        160,
        ['link'],
        oneTextMessage((origin) => statusLink(origin, ANY)),
      ),
      shareMore: line(30),
      showCode: line(30),
      code: line(120),
      codeAlt: line(60),
      oneUp: line(60),
      movedUp: line(60, ['moved']),
      oneFriend: line(60),
      friends: line(60, ['friends']),
    }),
    sharePicture: keys({
      open: line(30),
      unnamed: line(20, [], inDisplayFace),
      position: line(30, ['position'], inDisplayFace),
      admitted: line(15, [], inDisplayFace),
      alt: line(160, ['firstName', 'badge']),
      share: line(30),
      save: line(30),
      enlarge: line(30),
      hold: line(120),
    }),
    printed: keys({
      genre: line(40, [], inDisplayFace),
      presents: line(40, [], inDisplayFace),
      subtitle: line(40, [], inDisplayFace),
      invitation: line(40, [], inDisplayFace),
      blurb: line(50, [], inDisplayFace),
      critic: line(40, [], inDisplayFace),
    }),
    admitted: keys({
      title: line(60),
      text: line(200),
      link: address.optional(),
      label: line(40).optional(),
    }).refine(({ link, label }) => (link === undefined) === (label === undefined), {
      error: 'needs both a link and a label, or neither of the two.',
    }),
    leave: keys({
      open: line(30),
      warning: line(160),
      confirm: line(30),
      left: line(60),
      goodbye: line(120),
    }),
    spot: keys({ greeting: line(60), finding: line(60), again: line(30), join: line(40) }),
  }),
  about: keys({
    ...head,
    heading: line(60),
    prompt: line(40),
    tagline: line(160),
    firstBox: box,
    secondBox: box,
    thirdBox: box,
    exit: keys({ prompt: line(20), command: line(30) }),
  }),
  privacy: keys({ ...head, heading: line(60) }),
  'not-found': keys({ ...head, heading: line(40), joke: line(120), link: line(30) }),
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
