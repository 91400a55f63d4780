/**
 * Every key of a waitlist, in a namespace of its own. The part in braces is the hash tag, so that all of
 * them live in one slot of any cluster:
 * https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export function keysOf(list: 'waitlist' | 'waitlist-preview') {
  const key = <Name extends string>(name: Name) => `{${list}}:${name}` as const;
  return {
    /** Hash, referral code -> record (record.ts). */
    members: key('members'),
    /** How many ever joined: the last join number. */
    lastJoinNumber: key('last_join_number'),
    /** Hash, version -> consent text: every text that a member has agreed to. */
    consents: key('consents'),

    // The next four are indexes: the command `verify` rebuilds them from the records.

    /** Sorted set, referral code -> score. The position is ZRANK + 1. */
    queue: key('queue'),
    /** Sorted set, referral code -> score: members who were admitted, whose friends still count. */
    admitted: key('admitted'),
    /** Hash, phone -> referral code. */
    phones: key('phones'),
    /** Hash, wave -> how many are in it. */
    waves: key('waves'),

    /** One of the keys above, with an expiry, while a restore writes it. */
    restoring: (id: string, name: string) => key(`restoring:${id}:${name}`),
    /** Counters of one window, with an expiry. */
    attempts: (rateLimitKey: string) => key(`attempts:${rateLimitKey}`),
    statusRequests: (rateLimitKey: string) => key(`status-requests:${rateLimitKey}`),
  } as const;
}

export type Keys = ReturnType<typeof keysOf>;

/** The keys that each script gets, in the order of KEYS; others may follow. */
export const SCRIPT_KEYS = [
  'members',
  'lastJoinNumber',
  'consents',
  'queue',
  'admitted',
  'phones',
  'waves',
] as const;
