/**
 * Every key of the list. The part in braces is the hash tag, so that all of them live in one slot of
 * any cluster: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export const KEYS = {
  /** Hash, referral code -> record (record.ts). */
  members: '{waitlist}:members',
  /** How many ever joined: the last join number. */
  joined: '{waitlist}:joined',
  /** Hash, version -> consent text: every text that a member has agreed to. */
  consents: '{waitlist}:consents',

  // The next four are indexes: the command `verify` rebuilds them from the records.

  /** Sorted set, referral code -> score. The position is ZRANK + 1. */
  queue: '{waitlist}:queue',
  /** Sorted set, referral code -> score: members who were admitted, whose friends still count. */
  admitted: '{waitlist}:admitted',
  /** Hash, phone -> referral code. */
  phones: '{waitlist}:phones',
  /** Hash, wave -> how many are in it. */
  waves: '{waitlist}:waves',

  /** Counters of one window, with an expiry. */
  attempts: (caller: string) => `{waitlist}:attempts:${caller}`,
  statusRequests: (caller: string) => `{waitlist}:status-requests:${caller}`,
} as const;
