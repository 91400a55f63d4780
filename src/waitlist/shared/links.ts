/**
 * How many positions a referral moves the referrer up, and `{spots}` in the copy. Choose it before the launch:
 * docs/your-own.md.
 */
export const POSITIONS_PER_REFERRAL = 5;

/** A prefix and a random end (netlify/queue/referral-code.ts), such as Xpwq74k2m7: no campaign's name has this shape. */
// What is glued before a code may look like the start of another, so the last one in a word counts.
const CODE = /\b\w*([A-X][0-9A-Za-z]{4}\d[a-z]\d[a-z]\d)/;
const CAMPAIGN = /[0-9A-Za-z][\w-]{0,63}/;

/** Whether a member could have this code. */
export const isReferralCode = (text: string) => CODE.exec(text)?.[1] === text;

/** The member's code in the value of `?ref=`, whatever apps and people put around it; otherwise the campaign. */
export function parseRef(text: string): string | undefined {
  return CODE.exec(text)?.[1] ?? CAMPAIGN.exec(text)?.[0];
}

/** Parses all `ref` of a query as one, because an app may add another: `?from=ig&ref=SUMMER&ref=CODE`. */
export function readRef(search: string): string | undefined {
  return parseRef(new URLSearchParams(search).getAll('ref').join(' '));
}

export function referralLink(origin: string, referralCode: string): string {
  return `${origin}/?ref=${encodeURIComponent(referralCode)}`;
}

/** `to` is in E.164; without it the app asks. Only `?&body=` works on both iOS and Android. */
export function smsLink(text: string, to = ''): string {
  return `sms:${to}?&body=${encodeURIComponent(text)}`;
}

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

/** Proves that a visitor is this member, because only they have the token. */
export interface StatusKey {
  referralCode: string;
  statusToken: string;
}

/** 62^10 = 8.4e17 possibilities. */
export const TOKEN_LENGTH = 10;
export const STATUS_TOKEN = /^[0-9A-Za-z]{10}$/;

export function toStatusKey(referralCode: string, statusToken: string): StatusKey | undefined {
  const isKey = isReferralCode(referralCode) && STATUS_TOKEN.test(statusToken);
  return isKey ? { referralCode, statusToken } : undefined;
}

export function statusLink(origin: string, statusKey: StatusKey): string {
  return `${origin}/${statusHash(statusKey)}`;
}

/** `#spot=CODE.TOKEN`: the fragment stays out of logs and Referer headers. */
export function statusHash({ referralCode, statusToken }: StatusKey): string {
  return `#spot=${referralCode}.${statusToken}`;
}

/** Reads CODE.TOKEN and ignores what an app appended, such as a full stop or `&fbclid=…`. */
export function parseStatusKey(text: string): StatusKey | undefined {
  const [referralCode = '', token = ''] = text.split('.');
  return toStatusKey(referralCode, token.slice(0, TOKEN_LENGTH));
}
