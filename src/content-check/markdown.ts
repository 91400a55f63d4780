import { type MdastNode, markdownToHtml, markdownToMdast } from 'satteri';
import { versionOf } from './consent-version.ts';

export type Page = ReturnType<typeof readPage>;

/** Receives what's wrong, and the text up to that. */
type Fail = (sentence: string, before: string) => void;

/** Makes all HTML of the copy: none of a text that has anything other than `types`, and the links that it may have. */
export function toHtml(markdown: string, types: Types, fail?: Fail, places?: string[]) {
  const problems: Parameters<Fail>[] = [];
  checkMarkdown(markdown, types, (...problem) => problems.push(problem), places);
  for (const problem of problems) fail?.(...problem);
  return problems.length ? '' : markdownToHtml(markdown).html;
}

/** Splits a page into its # title, the text below that, and a section for each ## heading; links end in its `id`. */
export function readPage(markdown: string, fail?: Fail, places?: string[]) {
  const tree = markdownToMdast(markdown);
  const nodes = 'children' in tree ? tree.children : [];
  const headings = nodes.filter((node) => node.type === 'heading' && node.depth < 3);
  const offsets = headings.map((node) => node.position?.start.offset ?? 0);
  const [first = { heading: '', html: '' }, ...sections] = headings.map((node, i) => {
    const heading = textOf(node);
    const above = markdown.slice(0, offsets[i]);
    const text = markdown.slice(offsets[i], offsets[i + 1]);
    const html = toHtml(text, PAGE, (sentence, before) => fail?.(sentence, above + before), places);
    const id = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    return { heading, id, html: html.replace(/^<h.*>\s*/, '') };
  });
  return { title: first.heading, html: first.html, sections };
}

const textOf = (node: MdastNode): string =>
  'children' in node ? node.children.map(textOf).join('') : 'value' in node ? node.value : '';

/** Without a text, the form has a link to /privacy instead of a checkbox. */
export function describeConsent(text?: string, link = '', fail?: Fail, places?: string[]) {
  const version = text && versionOf(text);
  const html = toHtml(text ?? `[${link}](/privacy)`, LINE, fail, places);
  return {
    /** `version` is stored with a member who checks the box. The HTML is without the <p> around it. */
    consent: { html: html.replace(/^<p>|<\/p>\s*$/g, ''), version },
    /** For the function that stores it; null without a text. */
    consentJson: JSON.stringify(text ? { version, text } : null),
  };
}

type Types = MdastNode['type'][];
export const PLAIN: Types = ['root', 'paragraph', 'text'];
export const LINE: Types = [...PLAIN, 'emphasis', 'strong', 'link'];
export const PAGE: Types = [...LINE, 'break', 'heading', 'list', 'listItem', 'thematicBreak'];

const FORMATTING =
  'Pages can have headings, lists, links, bold and italic words; the consent text only the last three; headings and all other texts none.';

/** As people paste it. */
const BULLET = /^ *([•‣⁃∙·▪●○◦\p{Co}]|[–—]\s|o\t|\d+[.)](?=\p{L}))/mu;

/** What Markdown would show as running text, as something else, or not at all. */
const SLIPS: [MdastNode['type'], RegExp, string][] = [
  ['paragraph', BULLET, 'has a line that starts with $&. Start it with a hyphen and a space.'],
  ['paragraph', /^ *#+\p{L}/mu, 'needs a space, "## Heading", or for a hashtag a \\: "\\#word".'],
  ['text', /\](\(|\s+\(($|\S*[:/#]))/, 'has a space in [words](address), which must be without.'],
  ['text', /\([^()]+\)\[(?=$|\S*[:/#])/, 'has a link that should be [words](address).'],
  ['text', /(?<![\p{L}\d]):[a-z]\w*:(?!\w)/u, 'has $&, which would be shown. Type the emoji.'],
  ['text', /\*\*(\s[^*]*|[^*]*\s)\*\*/, 'has $&. Write **bold words**, on a page only.'],
  ['link', /^\[[^\p{L}\p{N}]*\]/u, 'has a link without words.'],
  ['heading', /^[^\p{L}\p{N}]*$/u, 'has a heading without words.'],
  ['heading', /^(?!#{1,4}\s)/, 'needs # to #### before a heading, an empty line above ---.'],
  ['listItem', /^\S+\s+\[[ x]\]\s/i, 'has a box to tick, which nobody could. Delete its [ ].'],
];

/** A link to another site or program. Response pages would fill %7Bphone%7D with what was entered. */
const OUTSIDE = /^(?!.*%7B)(https:\/\/\w|mailto:.|tel:.)\S*$/;

/** Reports anything other than `types`, slips, and links that lead neither to `places` nor to another site. */
export function checkMarkdown(markdown: string, types: Types, fail: Fail, places?: string[]) {
  // GitHub's extensions would turn an e-mail in a label into a link.
  visit(markdownToMdast(markdown, { features: { gfm: types !== PLAIN } }), types);

  function visit(node: MdastNode, types: Types) {
    const start = node.position?.start.offset ?? 0;
    const source = markdown.slice(start, node.position?.end.offset);
    const failAt = (index: number, sentence: string) =>
      fail(sentence, markdown.slice(0, start + index));
    const [first] = source.split('\n');
    if (!types.includes(node.type)) return failAt(0, `has ${first} (${node.type}). ${FORMATTING}`);
    for (const [type, pattern, sentence] of SLIPS) {
      const isLabel = type === 'paragraph' && types === PLAIN;
      const found = !isLabel && type === node.type && pattern.exec(source);
      if (found) return failAt(found.index, sentence.replace('$&', found[0].trim()));
    }
    if (node.type === 'link' && !OUTSIDE.test(node.url) && !places?.includes(node.url)) {
      const where = `https://, mailto:, tel: or one of ${places?.join(' ')}`;
      return failAt(0, `has a link to ${node.url}. Links go to ${where}`);
    }
    if ('children' in node)
      for (const child of node.children) visit(child, node.type === 'heading' ? PLAIN : types);
  }
}
