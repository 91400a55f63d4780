import { createHash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import type { ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { type Keys, SCRIPT_KEYS } from './keys.ts';
import { ListUnavailable, RedisOutage } from './unavailable.ts';

/** How many requests one IP may send per window, and the key of their counter. */
export interface Limit {
  key: string;
  requests: number;
  windowSeconds: number;
}

/** What the webhook's receiver is told about a member: docs/webhooks.md. */
export const EVENTS = {
  joined: 'member.joined',
  movedUp: 'member.moved_up',
  admitted: 'member.admitted',
  updated: 'member.updated',
  left: 'member.left',
} as const;

type ScriptRedis = Pick<Redis, 'eval' | 'evalsha'>;

/** One of our waitlists: the client that reaches the database, and the keys in it. */
export interface Waitlist<Client = ScriptRedis> {
  redis: Client;
  keys: Keys;
  /** Whether scripts add events to the outbox; by default they don't. */
  webhooks?: boolean | undefined;
  limit?: undefined;
}

/** The same for a function's request, which may count against a limit; a command's never does. */
export type RequestWaitlist = Omit<Waitlist, 'limit'> & { limit?: Limit | undefined };

type Reply = [outcome: string, ...values: unknown[]];

/** A reply that refuses, with the seconds to wait if the outcome is rate_limited. */
export type RefusalReply = [outcome: ErrorCode, retryAfterSeconds?: number];

/**
 * The start of every script: its keys by name, the list's own values, and shared functions.
 *
 * ARGV  1, 2  the limit's requests and seconds, empty without a limit
 *       3     now in milliseconds since 1970, empty while webhooks are off
 *       4…    the script's own
 */
const PRELUDE = `
local ${SCRIPT_KEYS.join(', ')}, requestCounter = unpack(KEYS)
local requests, windowSeconds = unpack(ARGV)
local eventTime = tonumber(ARGV[3])
local FIRST_ARG = 4
local lastNumber, restoreId = unpack(redis.call('MGET', lastJoinNumber, restore))

-- A field's JSON, such as a record, as a table; empty if it's missing or isn't a JSON object or array.
local function readJson(hash, field)
  local isJson, value = pcall(cjson.decode, redis.call('HGET', hash, field) or '')
  return isJson and type(value) == 'table' and value or {}
end

-- A member's position, false once admitted, and score, false if nobody has the code.
local function locate(code)
  local rank = redis.call('ZRANK', queue, code)
  local score = redis.call('ZSCORE', rank and queue or admitted, code)
  return rank and rank + 1, score and tonumber(score)
end

-- Moves a member up, or down for a negative number of referrals. Returns false if nobody has the code.
-- XX, because ZINCRBY would add an unknown code to the queue.
local function addReferrals(code, count)
  local change = -${POSITIONS_PER_REFERRAL} * count
  return redis.call('ZADD', queue, 'XX', 'INCR', change, code)
    or redis.call('ZADD', admitted, 'XX', 'INCR', change, code)
end

-- Counts a function's request. Returns nil unless it's above the limit, otherwise the reply, with the seconds
-- until the window ends (at least 1).
local function refuseAboveLimit()
  if not requestCounter then return nil end
  -- One command for the first request of a window: most visitors send only one.
  if redis.call('SET', requestCounter, '1', 'NX', 'EX', windowSeconds) then return nil end
  if redis.call('INCR', requestCounter) <= tonumber(requests) then return nil end
  -- Without an expiry, as some tools copy keys, it would refuse this IP forever.
  if redis.call('TTL', requestCounter) < 0 then redis.call('EXPIRE', requestCounter, windowSeconds) end
  -- In the last half second TTL is 0.
  return {'rate_limited', math.max(1, redis.call('TTL', requestCounter))}
end

-- Counts a request about a member who must be on the list. Returns like refuseAboveLimit.
local function refuseStatusRequest()
  -- A variable may name an empty database, in which nobody has left.
  if not lastNumber then return {'unavailable', 'nobody has joined this list'} end
  local isCounted, refusal = pcall(refuseAboveLimit)
  -- A full Redis can't count, but members can still look and leave.
  if not isCounted then return nil end
  return refusal
end

-- While webhooks are on, notes what the receiver has yet to learn about a member, due at once.
local function addEvent(eventType, code)
  if not eventTime then return end
  local event = eventType .. ' ' .. code
  -- A delivery tells by the time that it happened again, even in the same millisecond.
  local last = tonumber(redis.call('HGET', outboxTimes, event)) or 0
  redis.call('HSET', outboxTimes, event, math.max(eventTime, last + 1))
  redis.call('ZADD', outbox, eventTime, event)
end
`;

/**
 * Wraps a Lua script, with the prelude, as a function of a waitlist (a RequestWaitlist if the script calls
 * refuseAboveLimit) and the script's own ARGV. It throws RedisOutage, and ListUnavailable if the script refuses or
 * during a restore, which only the restore's own scripts work in.
 */
export function waitlistScript<Replies extends Reply, List extends RequestWaitlist = Waitlist>(
  body: string,
  { duringRestore = false } = {},
) {
  const refusal =
    "if restoreId then return {'unavailable', 'a restore is running or was cut off'} end";
  const source = PRELUDE + (duringRestore ? '' : refusal) + body;
  const sha1 = createHash('sha1').update(source).digest('hex');
  let loading: Promise<Replies> | undefined;
  return async (waitlist: List, args: (string | number)[]): Promise<Replies> => {
    const { redis, keys, webhooks, limit } = waitlist;
    const KEYS: string[] = SCRIPT_KEYS.map((name) => keys[name]);
    if (limit) KEYS.push(limit.key);
    const [requests, windowSeconds] = limit ? [limit.requests, limit.windowSeconds] : ['', ''];
    const eventTime = webhooks ? Date.now() : '';
    const ARGV = [requests, windowSeconds, eventTime, ...args].map(String);
    const run = () => redis.evalsha<string[], Replies>(sha1, KEYS, ARGV);
    const load = () => redis.eval<string[], Replies>(source, KEYS, ARGV);
    const reply = await run().catch((error) => {
      // Redis doesn't know the script yet.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      // The first request loads it, since the script's text many times at once is more than Redis takes.
      if (loading) return loading.then(run, load);
      loading = load().finally(() => {
        loading = undefined;
      });
      return loading;
    });
    if (!Array.isArray(reply)) throw new RedisOutage("Redis's reply isn't the script's");
    if (reply[0] === 'unavailable') throw new ListUnavailable(String(reply[1]));
    return reply;
  };
}

export function toRefusal([code, retryAfterSeconds]: RefusalReply) {
  return { ok: false as const, code, retryAfterSeconds };
}
