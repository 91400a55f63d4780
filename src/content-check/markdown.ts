import type { z } from 'astro/zod';
import { type MdastNode, markdownToHtml, markdownToMdast, type Position } from 'satteri';
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
  ['heading', /^(?!#{1,4}\s)/, 'needs # to #### before a heading, an empty line above ---.'],
  ['listItem', /^\S+\s+\[[ x]\]\s/i, 'has a box to tick, which nobody could. Delete its [ ].'],
];

/** A link to another site or program. */
const OUTSIDE = /^(https:\/\/\w|mailto:.|tel:.)\S*$/;

/** `row` counts from 0 in the text. After an issue given as a string, zod would skip later checks. */
export function report(context: z.RefinementCtx, message: string, row = 0) {
  context.addIssue({ code: 'custom', message, path: [row] });
}

/** Reports everything other than `types`, slips, and links that lead neither to `pages` nor to another site. */
export const checkMarkdown =
  (types: Types, pages?: string[]) => (markdown: string, context: z.RefinementCtx) => {
    // GitHub's extensions would turn an e-mail in a label into a link.
    visit(markdownToMdast(markdown, { features: { gfm: types !== PLAIN } }), types);

    function visit(node: MdastNode, types: Types) {
      const { start, end } = node.position as Position;
      const source = markdown.slice(start.offset, end.offset);
      // Its opening tag was reported.
      if (source.startsWith('</')) return;
      const { sentence, index = 0 } = findProblem(node, source, types) ?? {};
      const row = start.line - 2 + source.slice(0, index).split('\n').length;
      if (sentence) report(context, sentence, row);
      else if ('children' in node)
        for (const child of node.children) visit(child, node.type === 'heading' ? PLAIN : types);
    }

    function findProblem(node: MdastNode, source: string, types: Types) {
      const [first] = source.split('\n');
      if (!types.includes(node.type))
        return { sentence: `has ${first} (${node.type}). ${FORMATTING}` };
      for (const [type, pattern, sentence] of SLIPS) {
        const found = type === node.type && pattern.exec(source);
        if (found) return { sentence, index: found.index };
      }
      if (node.type !== 'link' || OUTSIDE.test(node.url)) return undefined;
      if (!pages || pages.includes(node.url)) return undefined;
      const places = `https://, mailto:, tel: or one of ${pages.join(' ')}`;
      return { sentence: `has a link to ${node.url}. Links go to ${places}` };
    }
  };
