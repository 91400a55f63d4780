import { createHash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import type { Refusal } from '../../src/waitlist/shared/contract.ts';
import type { ErrorCode } from '../../src/waitlist/shared/messages.ts';
import { type Keys, SCRIPT_KEYS } from './keys.ts';
import { COUNT_FIRST, LIMIT, PRELUDE } from './prelude.lua.ts';
import type { Limit } from './rate-limits.ts';
import { Unavailable } from './redis.ts';

export type ScriptRedis = Pick<Redis, 'eval' | 'evalsha'>;

/** One of our waitlists: the client that reaches the database, and the keys in it. */
export interface Waitlist<Client = ScriptRedis> {
  redis: Client;
  keys: Keys;
  limit?: undefined;
}

/** What a function gets. Only a limitedScript takes it, so each request counts. */
export interface LimitedWaitlist extends Pick<Waitlist, 'redis' | 'keys'> {
  limit: Limit | undefined;
}

/** The values of a reply after its outcome, by name, in their order. */
type Shape = Record<string, 'string' | 'integer'>;
type Shapes = Record<string, Shape>;

type Reply<Replies extends Shapes> = {
  [Outcome in keyof Replies]: { outcome: Outcome } & {
    [Name in keyof Replies[Outcome]]: Replies[Outcome][Name] extends 'string' ? string : number;
  };
}[keyof Replies];

/**
 * A Lua script, after the prelude, as a function of a waitlist, ARGV and further keys. It resolves with one
 * of the replies that `shapes` names, and throws Unavailable for any other.
 */
export function waitlistScript<const Replies extends Shapes>(body: string, shapes: Replies) {
  const run = scriptOf(PRELUDE + body, shapes);
  return (waitlist: Waitlist, args: (string | number)[], ...furtherKeys: string[]) =>
    run(waitlist, furtherKeys, args);
}

/**
 * The same for a function, with one more reply: the script counts the request before all else, unless it
 * `countsItself` by refuseAboveLimit. A waitlist without a limit, a command's, counts nothing.
 */
export function limitedScript<const Replies extends Shapes>(
  body: string,
  shapes: Replies,
  { countsItself = false } = {},
) {
  const source = PRELUDE + LIMIT + (countsItself ? '' : COUNT_FIRST) + body;
  const run = scriptOf(source, {
    ...shapes,
    rate_limited: { retryAfterSeconds: 'integer' },
  } as const);
  return (waitlist: Waitlist | LimitedWaitlist, args: (string | number)[]) => {
    const { limit } = waitlist;
    if (!limit) return run(waitlist, [], [...args, 0, 0]);
    return run(waitlist, [limit.key], [...args, limit.requests, limit.windowSeconds]);
  };
}

/** The refusal that a script replied with. */
export function toRefusal(reply: { outcome: ErrorCode; retryAfterSeconds?: number }) {
  const { outcome: code, ...rest } = reply;
  return { ok: false as const, code, ...rest } satisfies Refusal & { ok: false };
}

function scriptOf<Replies extends Shapes>(source: string, shapes: Replies) {
  const sha1 = createHash('sha1').update(source).digest('hex');
  return async (
    { redis, keys }: Pick<Waitlist, 'redis' | 'keys'>,
    furtherKeys: string[],
    args: (string | number)[],
  ): Promise<Reply<Replies>> => {
    const KEYS = [...SCRIPT_KEYS.map((name) => keys[name]), ...furtherKeys];
    const ARGV = args.map(String);
    const reply = await redis.evalsha<string[], unknown>(sha1, KEYS, ARGV).catch((error) => {
      // Redis does not know the script yet.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval<string[], unknown>(source, KEYS, ARGV);
    });
    return readReply(reply, shapes);
  };
}

function readReply<Replies extends Shapes>(reply: unknown, shapes: Replies) {
  const [outcome, ...values] = Array.isArray(reply) ? reply : [];
  const shape = shapes[outcome];
  const fields = Object.entries(shape ?? {});
  const isComplete = fields.every(([, type], i) =>
    type === 'string' ? typeof values[i] === 'string' : Number.isInteger(values[i]),
  );
  if (!shape || !isComplete)
    throw new Unavailable('Redis answered something that is no reply of the script');
  const byName = Object.fromEntries(fields.map(([name], i) => [name, values[i]]));
  return { outcome, ...byName } as Reply<Replies>;
}
