/** The list of the site, of deploy previews, or one that `doctor` tries out and empties. */
export type ListName = 'waitlist' | 'waitlist-preview' | 'waitlist-doctor';

/**
 * Every key of a waitlist. The part in braces is a hash tag, so that a cluster stores all of them in one slot:
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export function keysOf(list: ListName) {
  const key = <Name extends string>(name: Name) => `{${list}}:${name}` as const;
  return {
    /** Hash, referral code -> record (record.ts). */
    members: key('members'),
    /** The join number of the newest member, whether they're still on the list or not. */
    lastJoinNumber: key('last_join_number'),
    /** What a referral is worth on this list: POSITIONS_PER_REFERRAL when the first member joined. */
    positionsPerReferral: key('positions_per_referral'),
    /** The id of a restore that isn't complete. */
    restore: key('restore'),
    /** Hash, version -> consent text, every text that a member has agreed to. */
    consents: key('consents'),

    // The next four are indexes.

    /** Sorted set, referral code -> score. The position is ZRANK + 1. */
    queue: key('queue'),
    /** Sorted set, referral code -> score, of admitted members, whose referrals still count. */
    admitted: key('admitted'),
    /** Hash, phone -> referral code. */
    phones: key('phones'),
    /** Hash, wave -> number of members. */
    waves: key('waves'),

    // The next three are for webhooks: docs/webhooks.md.

    /** Sorted set, referral code -> when to post the member's next event, in milliseconds since 1970. */
    outbox: key('outbox'),
    /** Hash, referral code -> the events that wait (script.ts); without a time in `outbox` they have failed. */
    outboxEvents: key('outbox:events'),
    /** The token of the running delivery; it expires. */
    outboxLease: key('outbox:lease'),
  } as const;
}

export type Keys = ReturnType<typeof keysOf>;

/** The command `verify` rebuilds these from the records. */
export const INDEXES = ['queue', 'admitted', 'phones', 'waves'] as const;

/** The KEYS of every script, in this order; the counter of a limit, if there is one, comes after them. */
export const SCRIPT_KEYS = Object.keys(keysOf('waitlist')) as (keyof Keys)[];

/** What an IP's requests count as: signups, or requests to read a status or to leave. */
export type RequestCounter = 'attempts' | 'status-requests';

/** The key of one IP's counter, which expires with its window. */
export const counterKey = (list: ListName, counter: RequestCounter, rateLimitKey: string) =>
  `{${list}}:${counter}:${rateLimitKey}`;
