import type { Redis } from 'ioredis';
import { KEYS } from '../../../netlify/queue/queue.ts';
import { median } from '../median.ts';
import type { List } from './list.ts';

/** In microseconds of Redis a signup, by its own count; medians of rounds. */
export interface ServerTime {
  signup: number;
  /** The least of the rounds: the one that the machine's other work disturbed least. */
  quietest: number;
  /** EVALSHA of a script that is nothing but `return 1`. */
  emptyScript: number;
  /** ZADD and ZRANK of one member at the end of the same sorted set, as two commands. */
  twoCommands: number;
}

/** Many and short, some milliseconds each: most of them then pass without the machine doing anything else. */
const ROUNDS = 150;
const MOST_IN_A_ROUND = 200;

/**
 * The three, one after the other in each round, at a list of `size` members. It is grown anew when
 * the signups measured have made it longer by a tenth.
 */
export async function measureServerTime(list: List, size: number): Promise<ServerTime> {
  const { client } = list;
  const count = Math.min(MOST_IN_A_ROUND, size / 10);
  const emptyScript = String(await client.script('LOAD', 'return 1'));
  const [signups, empties, twos]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (list.size() >= size * 1.1) {
      await list.empty();
      await list.grow(size);
    }
    // With the limit, as in production; its counters are no part of the list.
    signups.push(await timed(client, ['evalsha'], () => list.joinAtOnce(count)));
    await forgetAttempts(client);
    empties.push(await timeEmptyScript(client, emptyScript, count));
    twos.push(await timeTwoCommands(list, count));
  }
  return {
    signup: median(signups),
    quietest: Math.min(...signups),
    emptyScript: median(empties),
    twoCommands: median(twos),
  };
}

function timeEmptyScript(client: Redis, sha1: string, count: number): Promise<number> {
  return timed(client, ['evalsha'], () => {
    const pipeline = client.pipeline();
    for (let i = 0; i < count; i += 1) pipeline.evalsha(sha1, 0);
    return pipeline.exec();
  });
}

async function timeTwoCommands({ client, size }: List, count: number): Promise<number> {
  // Of a code's length; behind everybody, where newcomers stand.
  const names = Array.from({ length: count }, (_, i) => `0000000-${String(i).padStart(7, '0')}`);
  const figure = await timed(client, ['zadd', 'zrank'], async () => {
    const pipeline = client.pipeline();
    for (const [i, name] of names.entries()) {
      pipeline.zadd(KEYS.queue, size() + i + 1, name).zrank(KEYS.queue, name);
    }
    await pipeline.exec();
  });
  await client.zrem(KEYS.queue, ...names);
  return figure;
}

/** Microseconds a call of these commands took while `work` went on, summed up. */
async function timed(client: Redis, commands: string[], work: () => Promise<unknown>) {
  await client.config('RESETSTAT');
  await work();
  const stats = await client.info('commandstats');
  return commands.reduce((sum, command) => {
    const [, figure] = new RegExp(`cmdstat_${command}:.*usec_per_call=([\\d.]+)`).exec(stats) ?? [];
    return sum + Number(figure);
  }, 0);
}

async function forgetAttempts(client: Redis): Promise<void> {
  const counters = await client.keys(KEYS.attempts('*'));
  if (counters.length) await client.unlink(...counters);
}
