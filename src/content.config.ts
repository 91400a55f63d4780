import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { pictureProblem } from './pictures/picture-file.ts';
import { consentText } from './site/consent.ts';
import { contentLoader } from './site/content-loader.ts';
import { label, markdownPage, rule, textMessage } from './site/content-rules.ts';
import { referralLink } from './waitlist/shared/referral.ts';
import { statusLink } from './waitlist/shared/status-link.ts';

const each = <Key extends string, Value>(value: Value, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

const button = label(30);
const line = label(60);
const sentence = label(160);
const head = { title: line, description: sentence };

/** As long as every member's. */
const KEY = { referralCode: 'Xpwq7abcde', statusToken: 'abcdefghij' };

// A phone shows it 780 pixels wide.
const picture = rule(async (name, report) => {
  const problem = await pictureProblem(name, 1000);
  if (problem) report(problem);
});

/** For each file of src/content its keys, and how long a text may be, with the placeholders of its own. */
export const contentRules = {
  'site.yml': z.strictObject({
    product: label(20),
    lab: button,
    ...each(label(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: z.email('is missing, or is no e-mail address.'),
  }),
  'landing.md': z.strictObject({
    ...head,
    presents: label(40),
    picture: label(100).superRefine(picture),
    pictureAlt: label(400),
    hint: label(40),
    friend: button,
    body: sentence,
  }),
  'about.md': z.strictObject({
    ...head,
    pictureAlt: label(400),
    prompt: line,
    ...each(button, 'exitPrompt', 'exitCommand'),
    body: markdownPage,
  }),
  'not-found.md': z.strictObject({ ...head, heading: line, home: button, body: sentence }),
  'pages/*.md': z.strictObject({ ...head, body: markdownPage }),
  'form.yml': z.strictObject({
    ...each(button, 'back', 'firstName', 'lastName', 'phone', 'button'),
    ...each(label(45), 'title', 'sending'),
    consent: consentText.optional(),
  }),
  'confirmation.yml': z.strictObject({
    ...each(line, 'title', 'oneUp', 'oneFriend'),
    ...each(
      button,
      'copy',
      'copied',
      'copiedShort',
      'share',
      'shareWithMe',
      'shareMore',
      'showCode',
    ),
    ...each(sentence, 'note', 'firstNote', 'link', 'refused', 'privateNote'),
    ...each(sentence, 'code', 'codeAlt', 'noCode'),
    greeting: label(60, 'firstName'),
    position: label(60, 'position'),
    movedUp: label(60, 'moved'),
    friends: label(60, 'friends'),
    invitation: textMessage((origin) => referralLink(origin, KEY.referralCode)),
    reminder: textMessage((origin) => statusLink(origin, KEY)),
  }),
  'share.yml': z.strictObject({
    ...each(button, 'open', 'share', 'save', 'enlarge'),
    ...each(sentence, 'hold', 'noSharePicture', 'noFile'),
    ...each(label(40), 'genre', 'presents', 'subtitle', 'invitation', 'blurb', 'critic'),
    unnamed: label(20),
    position: label(30, 'position'),
    admitted: label(15),
    alt: label(160, 'firstName', 'badge'),
  }),
  'member.yml': z.strictObject({
    ...each(button, 'notYou', 'leave', 'leaveConfirm', 'leaveCancel'),
    ...each(label(40), 'again', 'own', 'join', 'admittedLabel'),
    ...each(line, 'inLineUnnamed', 'unanswered', 'greeting', 'finding', 'admitted', 'left'),
    ...each(line, 'unknown', 'unknownAdvice', 'cut', 'cutAdvice'),
    ...each(sentence, 'joinAgain', 'admittedText', 'leaveWarning', 'goodbye', 'registeredAdvice'),
    ...each(sentence, 'noStatus', 'notLeft', 'tooSlow', 'nothingLost'),
    inLine: label(60, 'firstName'),
    admittedLink: z.url({ protocol: /^https$/, error: 'has to begin with https://.' }).optional(),
  }),
};

const collection = <Rules extends z.ZodObject>(path: string, rules: Rules) =>
  defineCollection({ loader: contentLoader(path, rules), schema: rules });

export const collections = {
  site: collection('site.yml', contentRules['site.yml']),
  landing: defineCollection({
    loader: contentLoader('landing.md', contentRules['landing.md']),
    schema: ({ image }) => contentRules['landing.md'].extend({ picture: image() }),
  }),
  about: collection('about.md', contentRules['about.md']),
  'not-found': collection('not-found.md', contentRules['not-found.md']),
  pages: collection('pages/*.md', contentRules['pages/*.md']),
  form: collection('form.yml', contentRules['form.yml']),
  confirmation: collection('confirmation.yml', contentRules['confirmation.yml']),
  share: collection('share.yml', contentRules['share.yml']),
  member: collection('member.yml', contentRules['member.yml']),
};
