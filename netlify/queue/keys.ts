/**
 * Every key of the list. The part in braces is the hash tag, so that all of them live in one slot of
 * any cluster: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export const KEYS = {
  /** Sorted set, referral code -> score. The position is ZRANK + 1. */
  queue: '{waitlist}:queue',
  /** Hash, referral code -> record (record.ts). */
  members: '{waitlist}:members',
  /** Hash, phone -> referral code. */
  phones: '{waitlist}:phones',
  /** Random text, made once (form-key.ts). */
  secret: '{waitlist}:secret',
  /** How many ever joined; the last join number. */
  joined: '{waitlist}:joined',
  /** Hash, day -> how many joined alone, "day invited" -> through a friend. */
  days: '{waitlist}:days',
  /** Counters of one window, with an expiry. */
  attempts: (caller: string) => `{waitlist}:attempts:${caller}`,
  statusRequests: (caller: string) => `{waitlist}:status-requests:${caller}`,
  /** What a program was told that filled in the honeypot, with an expiry. */
  trapped: (phone: string) => `{waitlist}:trapped:${phone}`,
} as const;

/** The day of a moment (milliseconds since 1970) as KEYS.days counts it: 2026-11-21, in UTC. */
export const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
