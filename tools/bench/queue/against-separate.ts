import { Redis } from 'ioredis';
import { joinQueue } from '../../../netlify/queue/queue.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { startTestRedis } from '../../../tests/support/redis.ts';
import { crowd } from './crowd.ts';
import { losing, scriptsThrough } from './requests.ts';
import { checkFirst, type Join, reserveFirst } from './separate-commands.ts';
import { countWrongs, type Wrongs } from './wrongs.ts';

export interface Trial extends Wrongs {
  way: string;
  /** The share of Redis's answers that got lost. */
  lost: number;
  people: number;
}

const CLIENTS = 64;
const PEOPLE = 10_000;
const SHARES_LOST = [0, 0.01];

const WAYS: Record<string, Join> = {
  'one script': (send, attempt) => joinQueue(scriptsThrough(send), attempt),
  'separate commands, HGET first': checkFirst,
  'separate commands, HSETNX first': reserveFirst,
};

/** Each way of keeping the list under the same crowd: half of it without links, half with them. */
export async function* compareWithSeparate(seed: number): AsyncGenerator<Trial> {
  const { path, client, stop } = await startTestRedis();
  // Nobody waits for the disk, which would order the clients more than production does.
  await client.config('SET', 'appendonly', 'no');
  const connections = Array.from({ length: CLIENTS }, () => new Redis({ path }));
  try {
    for (const lost of SHARES_LOST) {
      for (const [way, join] of Object.entries(WAYS)) {
        const random = randomFrom(seed);
        const sends = connections.map((connection) => losing(connection, lost, random));
        const halves: Wrongs[] = [];
        for (const invited of [false, true]) {
          await client.flushall();
          const people = PEOPLE / 2;
          const stories = await crowd({ join, connections: sends, people, random, invited });
          halves.push(await countWrongs(client, stories, invited));
        }
        yield { way, lost, people: PEOPLE, ...sum(halves) };
      }
    }
  } finally {
    for (const connection of connections) connection.disconnect();
    await stop();
  }
}

function sum(all: Wrongs[]): Wrongs {
  const none = { ghosts: 0, halves: 0, scores: 0, codes: 0, refused: 0, places: 0 };
  return all.reduce((total, one) => {
    const names = Object.keys(none) as (keyof Wrongs)[];
    for (const name of names) total[name] += one[name];
    return total;
  }, none);
}
