import { createHash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import type { Refusal } from '../../src/waitlist/shared/contract.ts';
import type { ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { type Keys, OUTBOX_KEYS, SCRIPT_KEYS } from './keys.ts';
import { EVENTS_PRELUDE, PRELUDE } from './prelude.lua.ts';
import type { Limit } from './rate-limits.ts';
import { Unavailable } from './redis.ts';

type ScriptRedis = Pick<Redis, 'eval' | 'evalsha'>;

/** One of our waitlists: the client that reaches the database, and the keys in it. */
export interface Waitlist<Client = ScriptRedis> {
  redis: Client;
  keys: Keys;
  /** The limit for a function's request. Commands have none. */
  limit?: Limit | undefined;
  /** Whether scripts add events to the outbox; by default they don't. */
  webhooks?: boolean | undefined;
}

/** A script's reply: its outcome, then the outcome's values. */
type Reply = [outcome: string, ...values: unknown[]];

/** A reply that refuses, with the seconds to wait if the outcome is rate_limited. */
export type RefusalReply = [outcome: ErrorCode, retryAfterSeconds?: number];

/**
 * Wraps a Lua script, with the prelude, as a function of a waitlist, ARGV and further keys. It throws
 * Unavailable if Redis fails, and an Error if there's a limit that the script doesn't check.
 */
export function waitlistScript<Replies extends Reply>(body: string) {
  const plain = toScript(PRELUDE + body);
  const withEvents = toScript(EVENTS_PRELUDE + body);
  return async (
    { redis, keys, limit, webhooks }: Waitlist,
    args: (string | number)[],
    ...furtherKeys: string[]
  ): Promise<Replies> => {
    if (limit && !body.includes('refuseAboveLimit()')) {
      throw new Error('A script that a function runs must call refuseAboveLimit()');
    }
    const { source, sha1 } = webhooks ? withEvents : plain;
    const names = webhooks ? [...SCRIPT_KEYS, ...OUTBOX_KEYS] : SCRIPT_KEYS;
    const KEYS = [...names.map((name) => keys[name]), ...furtherKeys];
    const ARGV = args.map(String);
    if (limit) {
      KEYS.push(limit.key);
      ARGV.push(`${limit.requests}`, `${limit.windowSeconds}`);
    }
    if (webhooks) ARGV.push(nanoid(), `${Date.now()}`);
    const reply = await redis.evalsha<string[], Replies>(sha1, KEYS, ARGV).catch((error) => {
      // Redis doesn't know the script yet.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval<string[], Replies>(source, KEYS, ARGV);
    });
    if (!Array.isArray(reply)) throw new Unavailable("Redis's reply isn't the script's");
    return reply;
  };
}

function toScript(source: string) {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

export function toRefusal([code, retryAfterSeconds]: RefusalReply): { ok: false } & Refusal {
  return { ok: false, code, ...(retryAfterSeconds && { retryAfterSeconds }) };
}
