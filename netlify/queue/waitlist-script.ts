import { createHash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import { type Keys, SCRIPT_KEYS } from './keys.ts';
import { PRELUDE } from './prelude.lua.ts';
import { Unavailable } from './redis.ts';

export type ScriptRedis = Pick<Redis, 'eval' | 'evalsha'>;

/** One of our waitlists: the client that reaches the database, and the keys in it. */
export interface Waitlist<Client = ScriptRedis> {
  redis: Client;
  keys: Keys;
}

/** The values of a reply after its outcome, by name, in their order. */
type Shape = Record<string, 'string' | 'integer'>;

type Reply<Shapes extends Record<string, Shape>> = {
  [Outcome in keyof Shapes]: { outcome: Outcome } & {
    [Name in keyof Shapes[Outcome]]: Shapes[Outcome][Name] extends 'string' ? string : number;
  };
}[keyof Shapes];

/** What refuseAboveLimit in the prelude replies. */
export const RATE_LIMITED = { rate_limited: { retryAfterSeconds: 'integer' } } as const;

/**
 * A Lua script, after the prelude, as a function of a waitlist, ARGV and further keys. It resolves with one of the replies that `shapes` names, and throws Unavailable for any other.
 */
export function waitlistScript<const Shapes extends Record<string, Shape>>(
  body: string,
  shapes: Shapes,
) {
  const source = PRELUDE + body;
  const sha1 = createHash('sha1').update(source).digest('hex');
  return async (
    { redis, keys }: Waitlist,
    args: (string | number)[],
    ...furtherKeys: string[]
  ): Promise<Reply<Shapes>> => {
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

function readReply<Shapes extends Record<string, Shape>>(reply: unknown, shapes: Shapes) {
  const [outcome, ...values] = Array.isArray(reply) ? reply : [];
  const shape = shapes[outcome];
  const fields = Object.entries(shape ?? {});
  const isComplete = fields.every(([, type], i) =>
    type === 'string' ? typeof values[i] === 'string' : Number.isInteger(values[i]),
  );
  if (!shape || !isComplete)
    throw new Unavailable('Redis answered something that is no reply of the script');
  const byName = Object.fromEntries(fields.map(([name], i) => [name, values[i]]));
  return { outcome, ...byName } as Reply<Shapes>;
}
