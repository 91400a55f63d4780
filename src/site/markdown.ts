import { type MdastNode, markdownToHtml, markdownToMdast } from 'satteri';

/** All nodes of a Markdown text, each one before those inside it. */
export function nodesOf(markdown: string): MdastNode[] {
  const withInner = (node: MdastNode): MdastNode[] =>
    'children' in node ? [node, ...node.children.flatMap(withInner)] : [node];
  return withInner(markdownToMdast(markdown));
}

/** What is shown of a node, without tags. */
function textOf(node: MdastNode): string {
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node ? node.value.replaceAll('\n', ' ') : '';
}

/** What links on other pages put behind the #. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** A page in its parts: the title behind one #, what is below it, and a section for each ##. */
export function readPage(markdown: string) {
  const rows = markdown.split('\n');
  const headings = nodesOf(markdown).filter((node) => node.type === 'heading' && node.depth < 3);
  const parts = headings.map((node, i) => {
    const from = node.position?.end.line ?? 0;
    const to = headings[i + 1]?.position?.start.line;
    const text = rows
      .slice(from, to && to - 1)
      .join('\n')
      .trim();
    const heading = textOf(node);
    return { heading, id: idOf(heading), text, html: markdownToHtml(text).html };
  });
  const [{ heading: title, text, html } = { heading: '', text: '', html: '' }, ...sections] = parts;
  return { title, text, html, sections };
}

/** A line of Markdown without the <p> around it. */
export const lineToHtml = (text: string) =>
  markdownToHtml(text).html.replace(/^<p>|<\/p>\s*$/g, '');
