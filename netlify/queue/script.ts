import { createHash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import type { Refusal } from '../../src/waitlist/shared/contract.ts';
import type { ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { type Keys, SCRIPT_KEYS } from './keys.ts';
import { PRELUDE, REFUSE_DURING_RESTORE } from './prelude.lua.ts';
import type { Limit } from './rate-limits.ts';
import { Unavailable } from './redis.ts';

type ScriptRedis = Pick<Redis, 'eval' | 'evalsha'>;

/** One of our waitlists: the client that reaches the database, and the keys in it. */
export interface Waitlist<Client = ScriptRedis, Limited = undefined> {
  redis: Client;
  keys: Keys;
  /** Whether scripts add events to the outbox; by default they don't. */
  webhooks?: boolean | undefined;
  limit?: Limited;
}

/** The same for a function's request, which counts against a limit; for a command there's none. */
export type LimitedWaitlist = Waitlist<ScriptRedis, Limit | undefined>;

/** A script's reply: its outcome, then the outcome's values. */
type Reply = [outcome: string, ...values: unknown[]];

/** A reply that refuses, with the seconds to wait if the outcome is rate_limited. */
export type RefusalReply = [outcome: ErrorCode, retryAfterSeconds?: number];

/**
 * Wraps a Lua script, with the prelude, as a function of a waitlist (a LimitedWaitlist if the script calls
 * refuseAboveLimit) and the script's own ARGV. It throws Unavailable if Redis fails, or during a restore, which
 * only the restore's own scripts work in.
 */
export function waitlistScript<Replies extends Reply, List extends LimitedWaitlist = Waitlist>(
  body: string,
  duringRestore = false,
) {
  const source = PRELUDE + (duringRestore ? '' : REFUSE_DURING_RESTORE) + body;
  const sha1 = createHash('sha1').update(source).digest('hex');
  return async (waitlist: List, args: (string | number)[]): Promise<Replies> => {
    const { redis, keys, webhooks, limit } = waitlist;
    const KEYS: string[] = SCRIPT_KEYS.map((name) => keys[name]);
    if (limit) KEYS.push(limit.key);
    const [requests, windowSeconds] = limit ? [limit.requests, limit.windowSeconds] : ['', ''];
    const [eventId, eventTime] = webhooks ? [nanoid(), Date.now()] : ['', ''];
    const ARGV = [requests, windowSeconds, eventId, eventTime, ...args].map(String);
    const reply = await redis.evalsha<string[], Replies>(sha1, KEYS, ARGV).catch((error) => {
      // Redis doesn't know the script yet.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval<string[], Replies>(source, KEYS, ARGV);
    });
    if (!Array.isArray(reply)) throw new Unavailable("Redis's reply isn't the script's");
    if (reply[0] === 'unavailable') throw new Unavailable(String(reply[1]));
    return reply;
  };
}

export function toRefusal([code, retryAfterSeconds]: RefusalReply): { ok: false } & Refusal {
  return { ok: false, code, ...(retryAfterSeconds && { retryAfterSeconds }) };
}
