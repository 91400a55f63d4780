import { hash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { type Keys, SCRIPT_KEYS } from './keys.ts';
import { RedisOutage, Unavailable } from './unavailable.ts';

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
 * What a script gets as `args`. What it compares with Redis, or writes as it came, has to be text: in Lua 1 isn't '1'.
 * What's undefined is nil; null would be a value that is true.
 */
type Args = Record<string, string | number | string[] | undefined>;

/** The start of every script: its arguments, its keys by name, the list's own values, and shared functions. */
const PRELUDE = `
local args = cjson.decode(ARGV[1])
local ${SCRIPT_KEYS.join(', ')} = unpack(KEYS)
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
  if not args.eventTime then return end
  local types = {${EVENTS.map((name) => `${name} = 'member.${name}'`)}}
  local event = types[name] .. ' ' .. code
  -- A delivery tells by the time that it happened again, even in the same millisecond.
  local last = tonumber(redis.call('HGET', outboxTimes, event)) or 0
  redis.call('HSET', outboxTimes, event, math.max(args.eventTime, last + 1))
  redis.call('ZADD', outbox, args.eventTime, event)
end
`;

/** For scripts about a member: a variable may name an empty database, in which nobody has left. */
export const REFUSE_EMPTY_LIST =
  "if not lastNumber then return {'unavailable', 'nobody has joined this list'} end";

/**
 * Wraps a Lua script, with the prelude, as a function of a waitlist and the script's own arguments and KEYS. `replies`
 * has each outcome of the script with the number of its values. The function throws RedisOutage, also if the reply is
 * none of these, and Unavailable if the script refuses or during a rebuild, in which only its own scripts work.
 */
export function waitlistScript<Own extends Args, Replies extends Reply>(
  body: string,
  replies: Record<Replies[0], number>,
  { duringRebuild = false } = {},
) {
  const refusal = duringRebuild ? '' : 'if closed then return closed end';
  const source = [PRELUDE, refusal, body].join('\n');
  const sha1 = hash('sha1', source);
  const counts = new Map<unknown, number>([...Object.entries<number>(replies), ['unavailable', 1]]);
  return async (waitlist: Waitlist, own: Own, ownKeys: string[] = []) => {
    const { redis, keys, webhooks } = waitlist;
    const KEYS = [...SCRIPT_KEYS.map((name) => keys[name]), ...ownKeys];
    const ARGV = [JSON.stringify({ ...own, eventTime: webhooks ? Date.now() : undefined })];
    const reply = await redis.evalsha<string[], Replies>(sha1, KEYS, ARGV).catch((error) => {
      // Redis doesn't know the script yet.
      if (error instanceof Error && error.message.startsWith('NOSCRIPT'))
        return redis.eval<string[], Replies>(source, KEYS, ARGV);
      throw error;
    });
    if (!Array.isArray(reply) || counts.get(reply[0]) !== reply.length - 1)
      throw new RedisOutage("Redis's reply isn't the script's");
    if (reply[0] === 'unavailable') throw new Unavailable(String(reply[1]));
    return reply;
  };
}
