import { z } from 'astro/zod';
import {
  anyText,
  brandName,
  consentText,
  LENGTHS,
  markdownPage,
  plainLine,
  textMessage,
} from './text-rules.ts';

const each = <Key extends string, Value>(value: Value, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

const button = plainLine(30);
const shortLine = plainLine(60);
const sentence = plainLine(160);
const head = { title: shortLine, description: sentence };

/** The keys of each file, and of each page, with the maximum length in characters and its own placeholders. */
export const contentRules = {
  site: z.object({
    product: brandName('product'),
    lab: brandName('lab'),
    ...each(plainLine(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: anyText
      .pipe(z.email('must be an e-mail address and nothing else.'))
      .pipe(plainLine(LENGTHS.contact)),
  }),
  landing: z.object({
    ...head,
    presents: plainLine(40),
    ...each(button, 'hint', 'friend'),
    picture: anyText,
    pictureAlt: plainLine(400),
    body: sentence,
  }),
  about: z.object({
    ...head,
    pictureAlt: plainLine(400),
    prompt: shortLine,
    ...each(button, 'exitPrompt', 'exitCommand'),
    body: markdownPage,
  }),
  notFound: z.object({ ...head, heading: shortLine, home: button, body: sentence }),
  pages: z.object({ ...head, body: markdownPage }),
  form: z.object({
    ...each(button, 'back', 'phone', 'button'),
    ...each(plainLine(16), 'firstName', 'lastName'),
    title: plainLine(25),
    sending: plainLine(45),
    ...each(sentence, 'joinAgain', 'tooSlow', 'noConnection', 'registeredHere', 'registeredAdvice'),
    consent: consentText(300).optional(),
  }),
  confirmation: z.object({
    ...each(shortLine, 'title', 'oneUp', 'overtaken', 'oneFriend'),
    ...each(button, 'copy', 'copied', 'share', 'shareWithMe', 'shareMore', 'showCode', 'hideCode'),
    ...each(sentence, 'link', 'refused', 'privateNote', 'code', 'codeAlt', 'noCode'),
    greeting: plainLine(60, 'firstName'),
    position: plainLine(60, 'position').regex(/^(?!.*\{position\}.)/, 'must end with {position}.'),
    note: plainLine(160, 'spots'),
    movedUp: plainLine(60, 'moved'),
    friends: plainLine(60, 'friends'),
    invitation: textMessage('/?ref=Xpwq74k2m7'),
    reminder: textMessage('/#spot=Xpwq74k2m7.abcdefghij'),
  }),
  share: z.object({
    ...each(button, 'open', 'share', 'save'),
    ...each(sentence, 'hold', 'noSharePicture'),
    ...each(plainLine(40), 'genre', 'presents', 'subtitle', 'invitation', 'blurb', 'critic'),
    unnamed: plainLine(20),
    position: plainLine(30, 'position'),
    admitted: plainLine(15),
    alt: plainLine(160, 'firstName', 'badge'),
  }),
  member: z.object({
    ...each(button, 'notYou', 'leave', 'leaveConfirm', 'leaving', 'leaveCancel'),
    ...each(plainLine(40), 'again', 'own', 'join', 'admittedLabel', 'admittedShare'),
    ...each(shortLine, 'inLineUnnamed', 'greeting', 'finding', 'admitted', 'left', 'unknown'),
    ...each(sentence, 'unknownAdvice', 'admittedText', 'leaveWarning', 'goodbye'),
    ...each(sentence, 'noStatus', 'noStatusAdvice', 'notLeft'),
    admittedGreeting: plainLine(40, 'firstName'),
    inLine: plainLine(60, 'firstName'),
    admittedLink: z.url({ protocol: /^https$/, error: 'must start with https://.' }).optional(),
  }),
};
