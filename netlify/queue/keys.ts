/** The list of the site, or of deploy previews. */
export type ListName = 'waitlist' | 'waitlist-preview';

const STRINGS = {
  /** The join number of the newest member, whether they're still on the list or not. */
  lastJoinNumber: 'last_join_number',
  /** The rebuild that closes the list, such as `restore:1795000000000:V1StGXR8`, with when it began; otherwise absent. */
  rebuild: 'rebuild',
  /** The one that opened the list in the last minute, a space, and when, in milliseconds since 1970; it expires. */
  lastRebuild: 'rebuild:last',
  /** When the last backup was made, such as 2026-11-21T09:30:00Z. */
  lastBackup: 'last_backup',
  /** The token of the running delivery of webhooks; it expires. */
  outboxLease: 'outbox:lease',
} as const;

const HASHES = {
  /** Referral code -> record (record.ts). */
  members: 'members',
  /** Version -> consent text, every text that a member has agreed to. */
  consents: 'consents',
  /** Phone -> referral code. */
  phones: 'phones',
  /** Wave -> number of members. */
  waves: 'waves',
  /** Event -> when it happened, in milliseconds since 1970. */
  outboxTimes: 'outbox:times',
} as const;

const SORTED_SETS = {
  /** Referral code -> score. The position is ZRANK + 1. */
  queue: 'queue',
  /** Referral code -> score, of admitted members, whose referrals still count. */
  admitted: 'admitted',
  /** Event (its type, a space, a referral code) -> when to post it next, in milliseconds since 1970. */
  outbox: 'outbox',
} as const;

export type Hash = keyof typeof HASHES;
export type SortedSet = keyof typeof SORTED_SETS;
export type Keys = Record<keyof typeof STRINGS | Hash | SortedSet, string>;

export const isSortedSet = (name: string): name is SortedSet => name in SORTED_SETS;

/**
 * Every key of a waitlist. The part in braces is a hash tag, so that a cluster stores all of them in one slot:
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export function keysOf(list: ListName): Keys {
  const names = Object.entries({ ...STRINGS, ...HASHES, ...SORTED_SETS });
  return Object.fromEntries(names.map(([name, key]) => [name, `{${list}}:${key}`])) as Keys;
}

/** `verify --fix` and a restore write these from the records. */
export const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

/** The first KEYS of every script, in this order. */
export const SCRIPT_KEYS = Object.keys(keysOf('waitlist')) as (keyof Keys)[];

/** The counter of one IP's signups, which expires with its window. */
export const attemptsKey = (list: ListName, rateLimitKey: string) =>
  `{${list}}:attempts:${rateLimitKey}`;
