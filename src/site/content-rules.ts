import { z } from 'astro/zod';
import { pictureProblem } from '../pictures/picture-file.ts';
import { consentText } from './consent.ts';
import { anyText, brandName, label, markdownPage, textMessage } from './text-rules.ts';

const each = <Key extends string, Value>(value: Value, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

const button = label(30);
const shortLine = label(60);
const sentence = label(160);
const head = { title: shortLine, description: sentence };

const picture = anyText.superRefine(async (name, context) => {
  const problem = await pictureProblem(name);
  if (problem) context.addIssue(problem);
});

/**
 * The keys of each file in src/content, and of all in src/content/pages, with the maximum length of a text in
 * characters and its own placeholders.
 */
export const contentRules = {
  site: z.object({
    product: brandName('product'),
    lab: brandName('lab'),
    ...each(label(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: anyText.pipe(z.email('must be an e-mail address and nothing else.')).pipe(shortLine),
  }),
  landing: z.object({
    ...head,
    presents: label(40),
    ...each(button, 'hint', 'friend'),
    picture,
    pictureAlt: label(400),
    body: sentence,
  }),
  about: z.object({
    ...head,
    pictureAlt: label(400),
    prompt: shortLine,
    ...each(button, 'exitPrompt', 'exitCommand'),
    body: markdownPage,
  }),
  notFound: z.object({ ...head, heading: shortLine, home: button, body: sentence }),
  pages: z.object({ ...head, body: markdownPage }),
  form: z.object({
    ...each(button, 'back', 'phone', 'button'),
    ...each(label(16), 'firstName', 'lastName'),
    title: label(25),
    sending: label(45),
    consent: consentText(300).optional(),
  }),
  confirmation: z.object({
    ...each(shortLine, 'title', 'oneUp', 'overtaken', 'oneFriend'),
    ...each(button, 'copy', 'copied'),
    ...each(button, 'share', 'shareWithMe', 'shareMore', 'showCode', 'hideCode'),
    ...each(sentence, 'link', 'refused', 'privateNote'),
    ...each(sentence, 'code', 'codeAlt', 'noCode'),
    greeting: label(60, 'firstName'),
    position: label(60, 'position').regex(/^(?!.*\{position\}.)/, 'must end with {position}.'),
    note: label(160, 'spots'),
    movedUp: label(60, 'moved'),
    friends: label(60, 'friends'),
    invitation: textMessage('/?ref=Xpwq74k2m7'),
    reminder: textMessage('/#spot=Xpwq74k2m7.abcdefghij'),
  }),
  share: z.object({
    ...each(button, 'open', 'share', 'save', 'enlarge'),
    ...each(sentence, 'hold', 'noSharePicture', 'noFile'),
    ...each(label(40), 'genre', 'presents', 'subtitle', 'invitation', 'blurb', 'critic'),
    unnamed: label(20),
    position: label(30, 'position'),
    admitted: label(15),
    alt: label(160, 'firstName', 'badge'),
  }),
  member: z.object({
    ...each(button, 'notYou', 'leave', 'leaveConfirm', 'leaveCancel'),
    ...each(label(40), 'again', 'own', 'join', 'admittedLabel', 'admittedShare'),
    ...each(shortLine, 'inLineUnnamed', 'unanswered', 'greeting', 'finding', 'admitted', 'left'),
    ...each(shortLine, 'unknown', 'unknownAdvice', 'cut', 'cutAdvice'),
    ...each(sentence, 'joinAgain', 'admittedText', 'leaveWarning', 'goodbye', 'registeredAdvice'),
    admittedGreeting: label(40, 'firstName'),
    ...each(sentence, 'noStatus', 'noStatusAdvice', 'notLeft', 'tooSlow', 'noConnection'),
    registeredHere: sentence,
    inLine: label(60, 'firstName'),
    admittedLink: z.url({ protocol: /^https$/, error: 'must start with https://.' }).optional(),
  }),
};
