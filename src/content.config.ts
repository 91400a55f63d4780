import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { pictureProblem } from './pictures/picture-file.ts';
import { saysWhatCarriersWant } from './site/consent.ts';
import { contentLoader } from './site/content-loader.ts';
import { isOneParagraph, markdownRow, page } from './site/page-rules.ts';
import { isInvitation, isReminder } from './site/text-message.ts';
import { isDrawn, line, matches, optional, type Rule, text } from './site/text-rules.ts';

const each = <Key extends string, Value>(value: Value, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

const button = line(30);
const label = line(60);
const sentence = line(160);
const hasTexts = matches(
  /^## Texts$/m,
  'has no part ## Texts, to which the consent text links. Add it.',
);
const head = { title: label, description: sentence };

/**
 * For each file of src/content its keys, in the file's order: how long a text may be, and an example
 * of one that holds placeholders of its own.
 */
export const files = {
  site: {
    product: line(20, '', isDrawn),
    lab: button,
    ...each(line(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: text(60, matches(/^\S+@\S+\.\w+$/, 'is no e-mail address. Write one.')),
  },
  landing: {
    ...head,
    presents: line(40),
    // A phone shows it 780 pixels wide.
    picture: text(100, async (name) => [(await pictureProblem(name, 1000)) ?? []].flat()),
    pictureAlt: line(400),
    hint: line(40),
    friend: button,
    body: line(160, '', isOneParagraph),
  },
  about: {
    ...head,
    prompt: label,
    ...each(button, 'exitPrompt', 'exitCommand'),
    body: page(),
  },
  privacy: { ...head, body: page(hasTexts) },
  'not-found': { ...head, body: page() },
  form: {
    back: button,
    title: line(45),
    ...each(button, 'firstName', 'lastName', 'phone', 'button'),
    sending: line(45),
    consent: optional(text(420, markdownRow, saysWhatCarriersWant)),
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
const shapeOf = <Key extends string>(rules: Record<Key, Rule>) =>
  each(z.string(), ...(Object.keys(rules) as Key[]));

const collection = <Key extends string>(rules: Record<Key, Rule>) =>
  defineCollection({ loader: contentLoader(rules), schema: z.object(shapeOf(rules)) });

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
