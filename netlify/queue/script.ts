import { hash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { type Keys, SCRIPT_KEYS } from './keys.ts';
import { ListUnavailable, RedisOutage } from './unavailable.ts';

/** What the webhook's receiver is told about a member: docs/webhooks.md. */
const EVENTS = ['joined', 'moved_up', 'admitted', 'updated', 'left'] as const;
export type EventType = `member.${(typeof EVENTS)[number]}`;

/** Follows the name of the command that rebuilds the list, in logs and for operators. */
export const CLOSED_MESSAGE = ' is running. If it was cut off, run it again.';

/** One of our waitlists: the client that reaches the database, and the keys in it. */
export interface Waitlist<Client = Pick<Redis, 'eval' | 'evalsha'>> {
  redis: Client;
  keys: Keys;
  /** Whether scripts add events to the outbox; by default they don't. */
  webhooks?: boolean | undefined;
}

type Reply = [outcome: string, ...values: unknown[]];

/**
 * The start of every script: its keys by name, the list's own values, and shared functions.
 *
 * ARGV  1   now in milliseconds since 1970, empty while webhooks are off
 *       2…  the script's own
 */
const PRELUDE = `
local ${SCRIPT_KEYS.join(', ')} = unpack(KEYS)
local eventTime = tonumber(ARGV[1])
local FIRST_ARG = 2
local lastNumber, rebuildId = unpack(redis.call('MGET', lastJoinNumber, rebuild))
local closedBy = rebuildId and string.match(rebuildId, '^[^:]*')
local closed = rebuildId and {'unavailable', closedBy .. '${CLOSED_MESSAGE}'}

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

-- While webhooks are on, notes what the receiver has yet to learn about a member, by its name in EVENTS. It's due
-- at once.
local function addEvent(name, code)
  if not eventTime then return end
  local types = {${EVENTS.map((name) => `${name} = 'member.${name}'`)}}
  local event = types[name] .. ' ' .. code
  -- A delivery tells by the time that it happened again, even in the same millisecond.
  local last = tonumber(redis.call('HGET', outboxTimes, event)) or 0
  redis.call('HSET', outboxTimes, event, math.max(eventTime, last + 1))
  redis.call('ZADD', outbox, eventTime, event)
end
`;

/** For scripts about a member: a variable may name an empty database, in which nobody has left. */
export const REFUSE_EMPTY_LIST =
  "if not lastNumber then return {'unavailable', 'nobody has joined this list'} end";

/**
 * Wraps a Lua script, with the prelude, as a function of a waitlist and the script's own ARGV and KEYS. `replies` has
 * each outcome of the script with the number of its values. The function throws RedisOutage, also if the reply is none
 * of these, and ListUnavailable if the script refuses or during a rebuild, which only the rebuild's own scripts work in.
 */
export function waitlistScript<Replies extends Reply>(
  body: string,
  replies: Record<Replies[0], number>,
  { duringRebuild = false } = {},
) {
  const refusal = duringRebuild ? '' : 'if closed then return closed end';
  const source = [PRELUDE, refusal, body].join('\n');
  const sha1 = hash('sha1', source);
  const counts = new Map<unknown, number>([...Object.entries<number>(replies), ['unavailable', 1]]);
  let loading: Promise<Replies> | undefined;
  return async (waitlist: Waitlist, args: (string | number)[], ownKeys: string[] = []) => {
    const { redis, keys, webhooks } = waitlist;
    const KEYS = [...SCRIPT_KEYS.map((name) => keys[name]), ...ownKeys];
    const ARGV = [webhooks ? Date.now() : '', ...args].map(String);
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
    if (!Array.isArray(reply) || counts.get(reply[0]) !== reply.length - 1)
      throw new RedisOutage("Redis's reply isn't the script's");
    if (reply[0] === 'unavailable') throw new ListUnavailable(String(reply[1]));
    return reply;
  };
}
