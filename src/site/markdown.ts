import { type MdastNode, markdownToMdast } from 'satteri';

/** What is shown of a node, without tags. */
export function textOf(node: MdastNode | undefined): string {
  if (!node || node.type === 'html') return '';
  if ('children' in node) return node.children.map(textOf).join('');
  return 'value' in node ? node.value.replaceAll('\n', ' ') : '';
}

/** A line without Markdown and tags. */
// The word in front keeps #, - or 1. at the beginning from being read as Markdown.
export const plainText = (text: string) => textOf(markdownToMdast(`a ${text}`)).slice(2);

/** The headings, paragraphs and lists of a page, in their order. */
export function blocksOf(body: string): MdastNode[] {
  const root = markdownToMdast(body);
  return 'children' in root ? root.children : [];
}

/** The title of a page, and the first paragraph below it, as they are shown. */
export function readTitle(body: string) {
  const first = (type: string) => textOf(blocksOf(body).find((block) => block.type === type));
  return { heading: first('heading'), firstParagraph: first('paragraph') };
}
