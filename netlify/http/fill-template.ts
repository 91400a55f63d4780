/** Writes the characters that end a text or an attribute as references, such as `&#60;` for `<`. */
const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * HTML with its placeholders filled: `{{name}}` by escaped text, and where it is percent-encoded in an
 * address by percent-encoded text. One pass, so that no value is read as a placeholder. Without a value
 * a placeholder becomes empty.
 */
export function fillTemplate(html: string, values: Record<string, string>): string {
  return html.replace(
    /\{\{(\w+)\}\}|%7B%7B(\w+)%7D%7D/g,
    (_, inText: string | undefined, inAddress: string | undefined) =>
      // Percent-encoding leaves the apostrophe as it is, which would end a quoted attribute.
      escapeHtml(
        inText ? (values[inText] ?? '') : encodeURIComponent(values[inAddress ?? ''] ?? ''),
      ),
  );
}
