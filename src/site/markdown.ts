import { parse } from 'node:path';
import type { z } from 'astro/zod';
import { type MdastNode, markdownToHtml, markdownToMdast, type Position } from 'satteri';
import { fillPlaceholders } from '../waitlist/shared/labels.ts';
import { pageFiles, readContentFile, readPlaceholderValues } from './content-file.ts';

/** Splits a page into its # title, the text below that, and a section for each ## heading. */
export function readPage(markdown: string) {
  const tree = markdownToMdast(markdown);
  const nodes = 'children' in tree ? tree.children : [];
  const headings = nodes.filter((node) => node.type === 'heading' && node.depth < 3);
  const [first = { heading: '', html: '' }, ...sections] = headings.map((node, i) => {
    const heading = textOf(node);
    const end = headings[i + 1]?.position?.start.offset;
    const { html } = markdownToHtml(markdown.slice(node.position?.end.offset, end));
    return { heading, id: idOf(heading), html };
  });
  return { title: first.heading, html: first.html, sections };
}

const textOf = (node: MdastNode): string =>
  'children' in node ? node.children.map(textOf).join('') : 'value' in node ? node.value : '';

/** The fragment that links to a heading. */
const idOf = (heading: string) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');

type Types = MdastNode['type'][];
export const PLAIN: Types = ['root', 'paragraph', 'text'];
export const LINE: Types = [...PLAIN, 'emphasis', 'strong', 'link'];
const BLOCKS: Types = ['break', 'heading', 'list', 'listItem', 'thematicBreak'];
// They're allowed because the definition that each needs is reported.
const REFERENCES: Types = ['linkReference', 'imageReference', 'footnoteReference'];
export const PAGE: Types = [...LINE, ...BLOCKS, ...REFERENCES];

const FORMATTING =
  'Pages can have headings, lists, links, bold and italic words; the consent text only the last three; headings and all other texts none.';

/** `row` counts from 0 in the text. After an issue given as a string, zod would skip later checks. */
export function report(context: z.RefinementCtx, message: string, row = 0) {
  context.addIssue({ code: 'custom', message, path: [row] });
}

/** Reports everything other than `types`, and what's wrong with headings, lists and links. */
export const checkMarkdown = (types: Types) => (markdown: string, context: z.RefinementCtx) => {
  const ids = new Set<string>();
  function visit(node: MdastNode, types: Types) {
    const { start, end } = node.position as Position;
    const source = markdown.slice(start.offset, end.offset);
    // Its opening tag was reported.
    if (source.startsWith('</')) return;
    // The first line of code doesn't show what it is.
    const name = node.type === 'code' ? 'code, from four spaces or ```' : source.split('\n')[0];
    const problem = types.includes(node.type)
      ? problemOf(node, source, ids)
      : `has ${name}. ${FORMATTING}`;
    if (problem) report(context, problem, start.line - 1);
    else if ('children' in node)
      for (const child of node.children) visit(child, node.type === 'heading' ? PLAIN : types);
  }
  // GitHub's extensions would turn an e-mail in a label into a link.
  visit(markdownToMdast(markdown, { features: { gfm: types !== PLAIN } }), types);
};

function problemOf(node: MdastNode, source: string, ids: Set<string>): string | undefined {
  const text = textOf(node);
  if (node.type === 'text' && /^##+[^\s#]/m.test(text))
    return 'has a heading without a space after its #.';
  if (node.type === 'text' && /\[[^\]]*\](\(|\s+\(($|\S*[:/#]))/.test(text))
    return 'has a link with a space in it. Write [words](address) without one.';
  if (node.type === 'listItem' && typeof node.checked === 'boolean')
    return 'has a box to tick, which nobody could. Delete its [ ].';
  if (node.type !== 'heading' && node.type !== 'link') return undefined;
  if (!/[\p{L}\p{N}]/u.test(text)) return `has a ${node.type} without words.`;
  if (node.type === 'link') return linkProblem(node.url);
  if (!/^#{1,3}\s/.test(source))
    return 'has a heading that starts without # or with ####. Write ##, and an empty line above ---.';
  if (node.depth === 1 && ids.size) return 'has a second title. Write ## before a heading.';
  const id = idOf(text);
  if (ids.has(id)) return "repeats a heading, so links can't tell them apart. Reword one.";
  ids.add(id);
  return undefined;
}

function linkProblem(url: string): string | undefined {
  const links = findLinks();
  if (!links || links.includes(url) || /^(https:\/\/\w|mailto:.|tel:.)\S*$/.test(url))
    return undefined;
  return `has a link to ${url}. Links go to https://, mailto:, tel: or one of ${links.join(' ')}`;
}

/** All pages and their headings, or undefined if a page can't be read. */
function findLinks(): string[] | undefined {
  const links = ['/', '/#join'];
  for (const file of ['src/content/about.md', ...pageFiles()]) {
    const body = readContentFile(file).texts.get('body');
    if (!body) return undefined;
    const { sections } = readPage(fillPlaceholders(body.text, readPlaceholderValues()));
    const path = `/${parse(file).name}`;
    links.push(path, ...sections.map(({ id }) => `${path}#${id}`));
  }
  return links;
}
