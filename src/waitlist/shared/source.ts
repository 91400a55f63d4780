/** Of each part, in characters. */
const PART_LENGTH = 32;

/** What may be somebody's: an address of mail, or the ten digits of a phone, however they are spaced. */
const PERSONAL = /[@＠]|%40|(\d\D*){10}/i;

/** As a part may be. One that began with `-` would be a formula in a spreadsheet. */
function partOf(text: string): string {
  if (PERSONAL.test(text)) return '';
  const plain = text.toLowerCase().replace(/[^a-z0-9._-]/g, '');
  return plain.replace(/^[._-]+/, '').slice(0, PART_LENGTH);
}

function sourceOf(source: string, campaign = ''): string | undefined {
  const [post = '', rest = ''] = [source, campaign].map(partOf);
  const text = rest ? `${post}/${rest}` : post;
  // Half a phone in each part is one, too.
  return (PERSONAL.test(text) ? post : post && text) || undefined;
}

/**
 * The source that a text names, "tiktok/launch-week" or "tiktok" without a campaign: each part in lower
 * case, at most 32 letters, digits, `.`, `_` and `-`, and nothing that may be somebody's data. Undefined
 * where nothing is left of the source itself.
 */
export function parseSource(text: string): string | undefined {
  const [, source = '', campaign] = /^([^/]*)\/?(.*)$/s.exec(text) ?? [];
  return sourceOf(source, campaign);
}

/** The source in an address's query: `?utm_source=…&utm_campaign=…`, or `?from=…` in short. */
export function readSource(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const [source, campaign, short] = ['utm_source', 'utm_campaign', 'from'].map(
    (name) => query.get(name) ?? '',
  );
  return sourceOf(source ?? '', campaign) ?? parseSource(short ?? '');
}
