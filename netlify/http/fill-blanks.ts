const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe between tags and in a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * HTML with its blanks filled: `{{name}}` by escaped text, and the same blank inside an address,
 * where it stands percent-encoded, by a percent-encoded one. In one pass, so that what she typed is
 * never read as a blank. A blank without a value becomes empty.
 */
export function fillBlanks(html: string, values: Record<string, string>): string {
  return html.replace(
    /\{\{(\w+)\}\}|%7B%7B(\w+)%7D%7D/g,
    (_, inText: string | undefined, inAddress: string | undefined) =>
      // Percent-encoding leaves the apostrophe as it is, which would end a quoted attribute.
      escapeHtml(
        inText ? (values[inText] ?? '') : encodeURIComponent(values[inAddress ?? ''] ?? ''),
      ),
  );
}
