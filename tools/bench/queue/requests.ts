import type { Redis } from 'ioredis';
import type { ScriptRedis } from '../../../netlify/queue/lua-script.ts';

/** Sends one command to Redis; rejects when its answer got lost, though Redis has run it. */
export type Send = (command: string, ...args: (string | number)[]) => Promise<unknown>;

/** A connection on which a share of the answers gets lost, whatever is asked. */
export function losing(client: Redis, share: number, random: () => number): Send {
  return async (command, ...args) => {
    const reply = await client.call(command, ...args);
    if (random() < share) throw new Error('the answer got lost');
    return reply;
  };
}

/** What joinQueue asks of Redis, sent that way. */
export function scriptsThrough(send: Send): ScriptRedis {
  return {
    evalsha: (sha1: string, keys: string[], args: unknown[]) =>
      send('EVALSHA', sha1, keys.length, ...keys, ...args.map(String)) as Promise<never>,
    eval: (source: string, keys: string[], args: unknown[]) =>
      send('EVAL', source, keys.length, ...keys, ...args.map(String)) as Promise<never>,
  };
}
