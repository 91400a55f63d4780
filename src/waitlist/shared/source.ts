/** Of each part, in characters. */
const PART_LENGTH = 32;

/** Personal data: an e-mail address, or the ten digits of a phone, however they are spaced. */
const PERSONAL = /[@＠]|%40|(\d\D*){10}/i;

/** A part that began with `-` would be a formula in a spreadsheet. */
function partOf(text: string): string {
  if (PERSONAL.test(text)) return '';
  const plain = text.toLowerCase().replace(/[^a-z0-9._-]/g, '');
  return plain.replace(/^[._-]+/, '').slice(0, PART_LENGTH);
}

function sourceOf(source: string, campaign = ''): string | undefined {
  const [post = '', rest = ''] = [source, campaign].map(partOf);
  const text = rest ? `${post}/${rest}` : post;
  // Two parts with half a phone in each make a phone.
  return (PERSONAL.test(text) ? post : post && text) || undefined;
}

/**
 * The source that a text names, such as tiktok/launch-week or tiktok: each part in lower case, at most
 * 32 letters, digits, `.`, `_` and `-`. Undefined where nothing is left of the first part.
 */
export function parseSource(text: string): string | undefined {
  const [, source = '', campaign] = /^([^/]*)\/?(.*)$/s.exec(text) ?? [];
  return sourceOf(source, campaign);
}

/** The source in a query: `?utm_source=…&utm_campaign=…`, or `?from=…` in short. */
export function readSource(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? '';
  return sourceOf(text('utm_source'), text('utm_campaign')) ?? parseSource(text('from'));
}
