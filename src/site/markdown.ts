import { markdownToHtml } from 'satteri';

/** Splits a page into its # title, the text below that, and a section for each ## heading. */
export function readPage(markdown: string) {
  const parts = markdown.split(/^##? /m).slice(1);
  const [first = { heading: '', html: '' }, ...sections] = parts.map((part) => {
    const [heading = '', ...rows] = part.split('\n');
    // Links from other pages use it as the fragment.
    const id = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    return { heading, id, html: markdownToHtml(rows.join('\n')).html };
  });
  return { title: first.heading, html: first.html, sections };
}

/** A line of Markdown without the <p> around it. */
export const lineToHtml = (text: string) =>
  markdownToHtml(text).html.replace(/^<p>|<\/p>\s*$/g, '');
