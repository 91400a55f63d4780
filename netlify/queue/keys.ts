/**
 * Every key of the list. The part in braces is the hash tag, so that all of them live in one slot of
 * any cluster: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export const KEYS = {
  /** Sorted set, referral code -> score. The position is ZRANK + 1. */
  queue: '{waitlist}:queue',
  /** Sorted set, referral code -> score: who was let in, whose friends still count. */
  admitted: '{waitlist}:admitted',
  /** Hash, wave -> how many are in it. */
  waves: '{waitlist}:waves',
  /** Hash, referral code -> record (record.ts). */
  members: '{waitlist}:members',
  /** Hash, phone -> referral code. */
  phones: '{waitlist}:phones',
  /** Random text, made once (form-key.ts). */
  secret: '{waitlist}:secret',
  /** How many ever joined; the last join number. */
  joined: '{waitlist}:joined',
  /**
   * Hash, day -> how many joined alone, "day invited" -> through a friend; "day from source" and
   * "day from source invited" -> how many of them from there; "day sources" -> how many it met.
   */
  days: '{waitlist}:days',
  /** Counters of one window, with an expiry. */
  attempts: (caller: string) => `{waitlist}:attempts:${caller}`,
  statusRequests: (caller: string) => `{waitlist}:status-requests:${caller}`,
  /** What a program was told that filled in the honeypot, with an expiry. */
  trapped: (phone: string) => `{waitlist}:trapped:${phone}`,
} as const;

/** What a field of KEYS.days counts: without `source`, all of the day. Undefined where nobody. */
export function parseDayField(
  field: string,
): { day: string; source: string | undefined; isInvited: boolean } | undefined {
  const [, day, source, ending] =
    /^(\d{4}-\d\d-\d\d)(?: from ([a-z0-9._/-]+))?( invited)?$/.exec(field) ?? [];
  return day ? { day, source, isInvited: ending !== undefined } : undefined;
}

/** The day of a moment (milliseconds since 1970) as KEYS.days counts it: 2026-11-21, in UTC. */
export const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
