const PART_LENGTH = 32;

/** An e-mail, or the ten digits of a phone. */
const PERSONAL = /[@＠]|%40|(\d\D*){10}/i;

/** A leading `-` would make the cell a formula in a spreadsheet. */
function cleanPart(text: string): string {
  if (PERSONAL.test(text)) return '';
  const plain = text.toLowerCase().replace(/[^a-z0-9._-]/g, '');
  return plain.replace(/^[._-]+/, '').slice(0, PART_LENGTH);
}

/** Cleans a source such as tiktok/launch-week or tiktok; undefined if nothing is left. */
export function parseSource(text: string): string | undefined {
  const [first = '', ...rest] = text.split('/');
  const post = cleanPart(first);
  const campaign = cleanPart(rest.join('/'));
  if (!post) return undefined;
  const source = `${post}/${campaign}`;
  // Each part may have half of a phone.
  return campaign && !PERSONAL.test(source) ? source : post;
}

/** Reads `?utm_source=…&utm_campaign=…`, or `?from=…` for short. parseSignup cleans it. */
export function readSource(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const post = query.get('utm_source');
  return post ? `${post}/${query.get('utm_campaign') ?? ''}` : query.get('from') || undefined;
}
