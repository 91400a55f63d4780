/** Writes the characters that end a text or an attribute as references, such as `&#60;` for `<`. */
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * HTML with its blanks filled: `{{name}}` by escaped text, and a blank that is percent-encoded in an
 * address by percent-encoded text. One pass, so that a value is never read as a blank. A blank without
 * a value becomes empty.
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
