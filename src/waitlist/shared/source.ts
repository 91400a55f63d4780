const PART_LENGTH = 32;

/** An e-mail address, or the ten digits of a phone. */
const PERSONAL = /[@＠]|%40|(\d\D*){10}/i;

/** A part that begins with `-` would be a formula in a spreadsheet. */
function cleanPart(text: string): string {
  if (PERSONAL.test(text)) return '';
  const plain = text.toLowerCase().replace(/[^a-z0-9._-]/g, '');
  return plain.replace(/^[._-]+/, '').slice(0, PART_LENGTH);
}

function cleanSource(source: string, campaign: string): string | undefined {
  const post = cleanPart(source);
  const rest = cleanPart(campaign);
  if (!post) return undefined;
  const both = `${post}/${rest}`;
  // Two parts with half a phone in each make a phone.
  return rest && !PERSONAL.test(both) ? both : post;
}

/** Cleans a source such as tiktok/launch-week or tiktok; undefined where nothing is left of it. */
export function parseSource(text: string): string | undefined {
  const [source = '', ...campaign] = text.split('/');
  return cleanSource(source, campaign.join('/'));
}

/** Reads `?utm_source=…&utm_campaign=…`, or `?from=…` in short. */
export function readSource(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? '';
  return cleanSource(text('utm_source'), text('utm_campaign')) ?? parseSource(text('from'));
}
