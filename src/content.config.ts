import { defineCollection } from 'astro/content/config';
import { z } from 'astro/zod';
import { markdownLoader } from './site/markdown-loader.ts';
import { bracesProblem, LONGEST, longestText } from './site/names.ts';

/** One line of text of at most `max` characters. `blanks` are the names in braces that it must hold. */
const line = (max: number, blanks: string[] = []) =>
  z
    .string('has to be a text.')
    .trim()
    .min(1, 'is empty. Write a text.')
    .max(max, {
      error: ({ input }) =>
        `is ${String(input).length} characters long and has room for ${max}. Make it shorter.`,
    })
    .superRefine((text, context) => {
      const { length } = longestText(text);
      if (text.length <= max && length > max) {
        const sentence = `may become ${length} characters long with a longer name, and has room for ${max}. Make it shorter.`;
        context.addIssue(sentence);
      }
      for (const blank of blanks) {
        if (!text.includes(`{${blank}}`)) context.addIssue(`has to hold {${blank}} once.`);
      }
      const problem = bracesProblem(text, blanks);
      if (problem) context.addIssue(problem);
    });

/** The list of consent texts is a table of such names. */
const name = (max: number) => line(max).regex(/^[^|]*$/, 'has | in it. Write the name without.');

/** What carriers want beside the box (Twilio 30925, AWS End User Messaging "Transactional opt-in"). */
const CARRIERS: [RegExp, string][] = [
  [/\{lab\}/, 'who texts: {lab}'],
  [/frequency|recurring/i, 'how often: Msg frequency varies'],
  [/data rates/i, 'what it costs: Msg & data rates may apply'],
  [/\bSTOP\b/, 'how to end it: Reply STOP to cancel'],
  [/\bHELP\b/, 'how to get help: HELP for help'],
  [/\[[^[\]]+\]\(\/privacy#texts\)/, 'the terms: [Terms](/privacy#texts)'],
  [/\[[^[\]]+\]\(\/privacy\)/, 'what happens to the number: [Privacy](/privacy)'],
];

/** The text beside the box, as long as six lines on a phone. */
const consent = line(420).superRefine((text, context) => {
  for (const [pattern, needed] of CARRIERS) {
    if (!pattern.test(text)) context.addIssue(`has to say ${needed}.`);
  }
});

/** Keys that belong together; any other is a mistake. */
const strict = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, `has to hold the keys ${Object.keys(shape).join(', ')}.`);

/** The page's own words for browsers, search engines and link previews. */
const head = {
  title: line(60).describe('Shown in the browser tab and as the headline of a link preview.'),
  description: line(160).describe('Shown under the title in search results and link previews.'),
};

/** A collection of one Markdown file, whose front matter holds these keys. */
const file = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) => {
  const schema = strict(shape);
  return defineCollection({ loader: markdownLoader(name, schema), schema });
};

const landing = <Picture extends z.ZodType>(picture: Picture) =>
  strict({
    ...head,
    presents: line(40).describe('The small line above the name.'),
    hero: strict({
      picture: picture.describe('The big picture: a path from this file, as ../assets/hero.png.'),
      alt: line(400).describe('What the picture tells, for those who cannot see it.'),
      bust: picture.optional().describe('The man of that picture alone, on a clear ground.'),
    }),
    hint: line(40).describe('On the picture. Keep it to one line.'),
    pitch: line(160).describe('Under the picture. Two or three lines.'),
    inLine: line(60, ['firstName']).describe('Under that, for whoever joined in this browser.'),
    inLineUnnamed: line(60).describe('The same, where we do not know her name.'),
    notYou: line(20).describe('Button beside it, which forgets her.'),
    friend: line(30).describe('On the seal, for whoever comes through a friend’s link.'),
  });

export const collections = {
  site: file('site', {
    product: name(LONGEST.product).describe('The product’s name. Everywhere else write {product}.'),
    lab: name(LONGEST.lab).describe(
      'The lab’s name. Everywhere else write {lab}, or {LAB} for capitals.',
    ),
    aboutLink: line(40).describe('The link at the top right of every page but the lab’s.'),
    homeLink: line(40).describe('The same place on the lab’s page.'),
    privacyLink: line(40).describe('The link to the page about privacy.'),
    contact: z
      .email('is no e-mail address. Write one such as privacy@fabio.example.')
      .describe('Whom to write to, on that page.'),
  }),
  landing: defineCollection({
    loader: markdownLoader('landing', landing(z.string())),
    schema: ({ image }) => landing(image()),
  }),
  signup: file('signup', {
    consent: consent.optional().describe('The text beside the box. Without it there is no box.'),
    back: line(30).describe('The button at the top left of form and confirmation.'),
    form: strict({
      title: line(40),
      firstName: line(30).describe('Label of the first field.'),
      lastName: line(30).describe('Label of the second field.'),
      phone: line(30).describe('Label of the third field.'),
      button: line(30),
      sending: line(45).describe('On the button while the answer is under way.'),
    }),
    confirmation: strict({
      title: line(60),
      greeting: line(60, ['firstName']),
      position: line(60, ['position']).describe('The number is shown big.'),
      note: line(120).describe('What a friend who joins is worth.'),
      link: line(40).describe('What her link is, for those who cannot see it.'),
      copy: line(30).describe('Button beside her link.'),
      copied: line(60).describe('Shown when the link was copied.'),
      copiedShort: line(30).describe('On that button, for a moment.'),
      refused: line(120).describe('Shown when the browser did not let us copy it.'),
      share: line(30).describe('Button that opens the messaging app.'),
      invitation: line(160, ['link']).describe('The text message to her friend; one SMS.'),
      shareWithMe: line(30).describe('Button beside it: a text to her own phone.'),
      reminder: line(160, ['link']).describe('That text, with her way back; one SMS.'),
      shareMore: line(30).describe('Button for the phone’s own ways to share.'),
      showCode: line(30).describe('Button that draws a QR code of her link.'),
      code: line(120).describe('Under the QR code.'),
      codeAlt: line(60).describe('What it is, for those who cannot see it.'),
      oneUp: line(60).describe('Where she moved up by one since she last looked.'),
      movedUp: line(60, ['moved']).describe('Where she moved up by more.'),
      oneFriend: line(60).describe('Once one friend has joined.'),
      friends: line(60, ['friends']).describe('Once more friends have joined.'),
    }),
    sharePicture: strict({
      open: line(30).describe('Button that shows a picture for the visitor to post.'),
      unnamed: line(20).describe('Instead of the first name, where it is not known.'),
      position: line(30, ['position']).describe('On the badge.'),
      admitted: line(15).describe('On the badge of a member who was admitted.'),
      alt: line(160, ['firstName', 'badge']).describe('What the picture shows.'),
      share: line(30).describe('Button for the phone’s own ways to share a picture.'),
      save: line(30).describe('Link that saves it.'),
      enlarge: line(30).describe(
        'Link to the picture alone, in an app whose browser saves nothing.',
      ),
      hold: line(120).describe('Under that link.'),
    }),
    printed: strict({
      genre: line(40).describe('At the top; what kind of book it is.'),
      presents: line(40).describe('Above the first name.'),
      subtitle: line(40).describe('Under the first name, which it goes on from.'),
      invitation: line(40).describe('Beside the QR code.'),
      blurb: line(50).describe('A praise of the book.'),
      critic: line(40).describe('Whose praise it is.'),
    }).describe('On the share picture, the same for every member.'),
    admitted: strict({
      title: line(60).describe('Instead of her position, once she was let in.'),
      text: line(200).describe('Under it.'),
      link: z
        .url('is no address. Write all of it, such as https://fabio.example.')
        .optional()
        .describe('Where she goes from there, if anywhere.'),
      label: line(40).optional().describe('The text of that link.'),
    }).refine(({ link, label }) => (link === undefined) === (label === undefined), {
      error: 'needs both a link and a label, or neither of the two.',
    }),
    leave: strict({
      open: line(30).describe('At the end of her spot; opens what follows.'),
      warning: line(160).describe('What leaving means.'),
      confirm: line(30).describe('The button that does it.'),
      left: line(60).describe('Once it is done.'),
    }),
    spot: strict({
      greeting: line(60).describe('For her way back, where we do not know her name.'),
      finding: line(60).describe('While we look up her position.'),
      again: line(30).describe('Button, where we could not.'),
      join: line(40).describe('The way to the form, where nobody has that spot.'),
    }),
  }),
  about: file('about', {
    ...head,
    heading: line(60).describe('In the terminal’s title. Underscores instead of spaces.'),
    prompt: line(40).describe('The line that was typed into the terminal.'),
    tagline: line(160).describe('Under the heading.'),
    boxes: z
      .array(strict({ label: line(30), text: line(400) }))
      .length(3, 'has to hold three boxes.')
      .describe('The three boxes, in order.'),
    exit: strict({
      prompt: line(20).describe('The terminal’s last line: what stands before the cursor.'),
      command: line(30).describe('Behind it: the way to the first page.'),
    }),
  }),
  privacy: file('privacy', { ...head, heading: line(60) }),
  notFound: file('not-found', { ...head, heading: line(40), joke: line(120), link: line(30) }),
};
