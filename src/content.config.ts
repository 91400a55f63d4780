import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { pictureProblems } from './pictures/picture-file.ts';
import { mustMeetCarrierRules } from './site/consent.ts';
import { contentLoader, type Rules } from './site/content-loader.ts';
import { markdownPage, markdownRow, mustBeOneParagraph } from './site/page-rules.ts';
import { mustFitWithReferralLink, mustFitWithStatusLink } from './site/text-message.ts';
import { mustMatch, optional, plainLine, requiredText } from './site/text-rules.ts';

const each = <Key extends string, Value>(value: Value, ...keys: Key[]) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;

const button = plainLine(30);
const label = plainLine(60);
const sentence = plainLine(160);
const mustHaveTextsSection = mustMatch(
  /^## Texts$/m,
  'has no part ## Texts, to which the consent text links. Add it.',
);
const head = { title: label, description: sentence };

/**
 * For each file of src/content its keys, in the file's order: how long a text may be, and an example
 * of one that holds placeholders of its own.
 */
export const contentRules = {
  site: {
    product: plainLine(20),
    lab: button,
    ...each(plainLine(40), 'aboutLink', 'homeLink', 'privacyLink'),
    contact: requiredText(60, mustMatch(/^\S+@\S+\.\w+$/, 'is no e-mail address. Write one.')),
  },
  landing: {
    ...head,
    presents: plainLine(40),
    // A phone shows it 780 pixels wide.
    picture: requiredText(100, (name) => pictureProblems(name, 1000)),
    pictureAlt: plainLine(400),
    hint: plainLine(40),
    friend: button,
    body: plainLine(160, '', mustBeOneParagraph),
  },
  about: {
    ...head,
    pictureAlt: plainLine(400),
    prompt: label,
    ...each(button, 'exitPrompt', 'exitCommand'),
    body: markdownPage(),
  },
  privacy: { ...head, body: markdownPage(mustHaveTextsSection) },
  'not-found': { ...head, body: markdownPage() },
  form: {
    back: button,
    title: plainLine(45),
    ...each(button, 'firstName', 'lastName', 'phone', 'button'),
    sending: plainLine(45),
    consent: optional(requiredText(420, markdownRow, mustMeetCarrierRules)),
  },
  confirmation: {
    title: label,
    greeting: plainLine(60, "You're in line, {firstName}!"),
    position: plainLine(60, "You're at position #{position}"),
    ...each(sentence, 'note', 'firstNote', 'link'),
    ...each(button, 'copy', 'copied', 'copiedShort'),
    refused: sentence,
    share: button,
    invitation: plainLine(160, 'Skip the line with me: {link}', mustFitWithReferralLink),
    privateNote: sentence,
    shareWithMe: button,
    reminder: plainLine(160, 'My spot on the list: {link}', mustFitWithStatusLink),
    ...each(button, 'shareMore', 'showCode'),
    ...each(sentence, 'code', 'codeAlt', 'noCode'),
    oneUp: label,
    movedUp: plainLine(60, 'You moved up {moved} spots'),
    oneFriend: label,
    friends: plainLine(60, '{friends} friends joined through your link'),
  },
  share: {
    open: button,
    unnamed: plainLine(20),
    position: plainLine(30, '#{position} in line'),
    admitted: plainLine(15),
    alt: plainLine(160, 'A paperback: {firstName}. On it {badge}, and a QR code of your link.'),
    ...each(button, 'share', 'save', 'enlarge'),
    ...each(sentence, 'hold', 'noSharePicture', 'noFile'),
    ...each(plainLine(40), 'genre', 'presents', 'subtitle', 'invitation', 'blurb', 'critic'),
  },
  member: {
    inLine: plainLine(60, "You're in line, {firstName}. See your spot"),
    inLineUnnamed: label,
    notYou: button,
    unanswered: label,
    joinAgain: sentence,
    ...each(label, 'greeting', 'finding'),
    again: plainLine(40),
    ...each(label, 'unknown', 'unknownAdvice', 'cut', 'cutAdvice'),
    ...each(plainLine(40), 'own', 'join'),
    admitted: label,
    admittedText: sentence,
    admittedLabel: plainLine(40),
    admittedLink: optional(
      requiredText(200, mustMatch(/^https:\/\/\w/, 'has to begin with https://.')),
    ),
    leave: button,
    leaveWarning: sentence,
    ...each(button, 'leaveConfirm', 'leaveCancel'),
    left: label,
    ...each(sentence, 'goodbye', 'noStatus', 'notLeft', 'tooSlow', 'nothingLost'),
    registeredAdvice: sentence,
  },
};

/** The loader checks the texts; zod names their keys. */
const shapeOf = <Key extends string>(rules: Rules<Key>) =>
  each(z.string(), ...(Object.keys(rules) as Key[]));

const collection = <Key extends string>(rules: Rules<Key>) =>
  defineCollection({ loader: contentLoader(rules), schema: z.object(shapeOf(rules)) });

export const collections = {
  site: collection(contentRules.site),
  landing: defineCollection({
    loader: contentLoader(contentRules.landing),
    schema: ({ image }) => z.object({ ...shapeOf(contentRules.landing), picture: image() }),
  }),
  about: collection(contentRules.about),
  privacy: collection(contentRules.privacy),
  'not-found': collection(contentRules['not-found']),
  form: collection(contentRules.form),
  confirmation: collection(contentRules.confirmation),
  share: collection(contentRules.share),
  member: collection(contentRules.member),
};
