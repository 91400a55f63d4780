import type { z } from 'astro/zod';
import { type MdastNode, markdownToHtml, markdownToMdast } from 'satteri';
import { versionOf } from './consent-version.ts';

export type Page = ReturnType<typeof readPage>;

/** Splits a page into its # title, the text below that, and a section for each ## heading; links end in its `id`. */
export function readPage(markdown: string) {
  const tree = markdownToMdast(markdown);
  const nodes = 'children' in tree ? tree.children : [];
  const headings = nodes.filter((node) => node.type === 'heading' && node.depth < 3);
  const [first = { heading: '', html: '' }, ...sections] = headings.map((node, i) => {
    const heading = textOf(node);
    const end = headings[i + 1]?.position?.start.offset;
    const { html } = markdownToHtml(markdown.slice(node.position?.end.offset, end));
    const id = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    return { heading, id, html };
  });
  return { title: first.heading, html: first.html, sections };
}

const textOf = (node: MdastNode): string =>
  'children' in node ? node.children.map(textOf).join('') : 'value' in node ? node.value : '';

/** Without a text, the form has a link to /privacy instead of a checkbox. */
export const describeConsent = (text: string | undefined, privacyLink: string) => {
  const version = text && versionOf(text);
  const { html } = markdownToHtml(text ?? `[${privacyLink}](/privacy)`);
  return {
    /** `version` is stored with a member who checks the box. The HTML is without the <p> around it. */
    consent: { html: html.replace(/^<p>|<\/p>\s*$/g, ''), version },
    /** For the function that stores it; null without a text. */
    consentJson: JSON.stringify(text ? { version, text } : null),
  };
};

type Types = MdastNode['type'][];
export const PLAIN: Types = ['root', 'paragraph', 'text'];
export const LINE: Types = [...PLAIN, 'emphasis', 'strong', 'link'];
export const PAGE: Types = [...LINE, 'break', 'heading', 'list', 'listItem', 'thematicBreak'];
// The definition that each needs is reported.
PAGE.push('linkReference', 'imageReference', 'footnoteReference');

const FORMATTING =
  'Pages can have headings, lists, links, bold and italic words; the consent text only the last three; headings and all other texts none.';

/** What Markdown would show as running text, as something else, or not at all. */
const SLIPS: [MdastNode['type'], RegExp, string][] = [
  ['paragraph', /^ *•/m, 'has a line that starts with •. Start it with a hyphen and a space.'],
  ['paragraph', /^ *#+\p{L}/mu, 'needs a space, "## Heading", or for a hashtag a \\: "\\#word".'],
  ['text', /\](\(|\s+\(($|\S*[:/#]))/, 'has a space in [words](address), which must be without.'],
  ['link', /^\[[^\p{L}\p{N}]*\]/u, 'has a link without words.'],
  ['heading', /^[^\p{L}\p{N}]*$/u, 'has a heading without words.'],
  ['heading', /^(?!#{1,4}\s)/, 'needs # to #### before a heading, an empty line above ---.'],
  ['listItem', /^\S+\s+\[[ x]\]\s/i, 'has a box to tick, which nobody could. Delete its [ ].'],
];

/** A link to another site or program. */
const OUTSIDE = /^(https:\/\/\w|mailto:.|tel:.)\S*$/;

/** `before` is the text up to the problem. After an issue given as a string, zod would skip later checks. */
export function report(context: z.RefinementCtx, message: string, before = '') {
  context.addIssue({ code: 'custom', message, path: [before.split('\n').length - 1] });
}

/** Reports everything other than `types`, slips, and links that lead neither to `pages` nor to another site. */
export const checkMarkdown =
  (types: Types, pages?: string[]) => (markdown: string, context: z.RefinementCtx) => {
    // GitHub's extensions would turn an e-mail in a label into a link.
    visit(markdownToMdast(markdown, { features: { gfm: types !== PLAIN } }), types);

    function visit(node: MdastNode, types: Types) {
      const start = node.position?.start.offset ?? 0;
      const source = markdown.slice(start, node.position?.end.offset);
      const fail = (sentence: string, index = 0) =>
        report(context, sentence, markdown.slice(0, start + index));
      // Its opening tag was reported.
      if (source.startsWith('</')) return;
      const [first] = source.split('\n');
      if (!types.includes(node.type)) return fail(`has ${first} (${node.type}). ${FORMATTING}`);
      for (const [type, pattern, sentence] of SLIPS) {
        const found = type === node.type && pattern.exec(source);
        if (found) return fail(sentence, found.index);
      }
      if (node.type === 'link' && pages && !OUTSIDE.test(node.url) && !pages.includes(node.url)) {
        const places = `https://, mailto:, tel: or one of ${pages.join(' ')}`;
        return fail(`has a link to ${node.url}. Links go to ${places}`);
      }
      if ('children' in node)
        for (const child of node.children) visit(child, node.type === 'heading' ? PLAIN : types);
    }
  };
