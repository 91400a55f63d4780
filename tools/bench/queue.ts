/**
 * What a signup costs Redis, and a member in memory, by the length of the list:
 *   npm run bench:queue                        1 k and 1 M members
 *   npm run bench:queue -- 1000 10000000       and any others; 10 M take 5 GB of memory
 */
import { audit } from '../../tests/support/audit.ts';
import { randomFrom } from '../../tests/support/random.ts';
import { startTestRedis } from '../../tests/support/test-redis.ts';
import { fill } from './queue/fill-list.ts';
import { type List, ours, previous } from './queue/lists.ts';
import { codeOf, newcomer } from './queue/newcomer.ts';
import { count, median, progress, ratio, report, table } from './report.ts';

const ROUNDS = 150;

/** Beyond this length the previous script would want too much memory beside ours. */
const MOST_OF_BOTH = 1_000_000;

/** The audit reads the whole list into this process. */
const MOST_AUDITED = 100_000;

const given = process.argv.slice(2).map(Number);
const SIZES = given.length ? given : [1_000, 1_000_000];
const SEED = 20_260_101;

interface Figures {
  median: number;
  quietest: number;
  bytes: number;
  /** The same once Redis has left its old hash tables. */
  settled: number;
}

const random = randomFrom(SEED);
const { client, stop } = await startTestRedis();
const joining = client.duplicate({ enableAutoPipelining: true });
await client.config('SET', 'appendonly', 'no');
const rows: string[][] = [];
let first: Figures | undefined;
for (const size of SIZES) {
  const lists = size <= MOST_OF_BOTH ? [ours, previous] : [ours];
  const [now, was] = await measure(size, lists);
  if (!now) continue;
  first ??= now;
  rows.push([
    count(size),
    `${now.median.toFixed(1)} (${now.quietest.toFixed(1)})`,
    `${ratio(now.median, first.median)} (${ratio(now.quietest, first.quietest)})`,
    was ? `${ratio(now.median, was.median)} (${ratio(now.quietest, was.quietest)})` : '',
    `${count(now.bytes)} (${count(now.settled)})`,
    was ? count(was.bytes) : '',
  ]);
}
progress();
const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1];
joining.disconnect();
await stop();
report(
  'The queue by its length',
  table(
    [
      ...['members', 'µs a signup', `to ${count(SIZES[0] ?? 0)}`, 'to the previous script'],
      ...['bytes a member', 'previously'],
    ],
    rows,
  ),
  `Redis ${version}'s own time of EVALSHA; medians of ${ROUNDS} rounds, in brackets the quietest. Bytes as they are when filled, in brackets once Redis has left its old hash tables. Seed ${SEED}.`,
);

/** Each list filled in turn, then signups into both, turn by turn: whatever the machine does is done to both. */
async function measure(size: number, lists: List[]): Promise<Figures[]> {
  await client.flushall();
  const bytes: number[] = [];
  const settled: number[] = [];
  for (const [i, list] of lists.entries()) {
    progress(`${count(size)} members: filling list ${i + 1} of ${lists.length}`);
    // The scripts are no member's memory.
    await list.join(client, newcomer(size + 1));
    await settle(list, 1);
    await client.del(...(await client.keys(list.queue.replace('queue', '*'))));
    const before = await usedMemory();
    await fill(client, list, size, random);
    bytes.push(((await usedMemory()) - before) / size);
    await settle(list, size);
    settled.push(((await usedMemory()) - before) / size);
  }
  const rounds: number[][] = lists.map(() => []);
  const signups = Math.min(200, Math.ceil(size / 100));
  for (let round = 0; round < ROUNDS; round += 1) {
    progress(`${count(size)} members: round ${round + 1} of ${ROUNDS}`);
    for (const [i, list] of lists.entries()) {
      rounds[i]?.push(await timeSignups(list, size, signups * round, signups));
    }
  }
  if (size <= MOST_AUDITED) await expectSound();
  return rounds.map((figures, i) => ({
    median: median(figures),
    quietest: Math.min(...figures),
    bytes: bytes[i] ?? Number.NaN,
    settled: settled[i] ?? Number.NaN,
  }));
}

/** Microseconds of Redis for each of `signups` newcomers, who come in one pipeline. */
async function timeSignups(list: List, size: number, come: number, signups: number) {
  const attempts = Array.from({ length: signups }, (_, i) => {
    const isInvited = random() < 2 / 3;
    return newcomer(
      size + come + i + 1,
      isInvited ? codeOf(Math.ceil(random() * size)) : undefined,
    );
  });
  await client.config('RESETSTAT');
  await Promise.all(attempts.map((attempt) => list.join(joining, attempt)));
  const stats = await client.info('commandstats');
  const [, calls, figure] =
    /cmdstat_evalsha:calls=(\d+),.*?usec_per_call=([\d.]+)/.exec(stats) ?? [];
  if (Number(calls) !== signups) throw new Error(`${calls} of ${signups} signups were counted.`);
  return Number(figure);
}

async function usedMemory(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]);
}

/**
 * Redis keeps the old hash tables of a hash that has grown until it has moved all of it, a little with
 * each look-up. A list that stops growing gets there by itself.
 */
async function settle(list: List, size: number): Promise<void> {
  const hashes = Object.keys(list.hashes(codeOf(1), newcomer(1)));
  const lookUp = `for i = 1, ARGV[1] do
    redis.call('ZSCORE', KEYS[1], i)
    for k = 2, #KEYS do redis.call('HEXISTS', KEYS[k], i) end
  end`;
  for (let done = 0; done < size; done += 100_000) {
    await client.eval(lookUp, 1 + hashes.length, list.queue, ...hashes, 100_000);
  }
}

/** Else the figures would be of some other list than the one the script makes. */
async function expectSound(): Promise<void> {
  const others = await client.keys('{was}:*');
  if (others.length) await client.del(...others);
  const { problems } = await audit(client);
  if (problems.length) throw new Error(problems.slice(0, 5).join('\n'));
}
