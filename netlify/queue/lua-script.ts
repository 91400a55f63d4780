import { createHash } from 'node:crypto';
import type { Redis } from '@upstash/redis';

export type ScriptRedis = Pick<Redis, 'eval' | 'evalsha'>;

/**
 * A Lua script as a function of KEYS and ARGV that resolves with its raw reply: EVALSHA, and EVAL
 * where Redis does not know the script yet. No other failure is ever sent again.
 */
export function luaScript(source: string) {
  const sha1 = createHash('sha1').update(source).digest('hex');
  return async (redis: ScriptRedis, keys: string[], args: (string | number)[]) => {
    const texts = args.map(String);
    try {
      return await redis.evalsha<string[], unknown>(sha1, keys, texts);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval<string[], unknown>(source, keys, texts);
    }
  };
}
