/**
 * What a signup costs Redis by the length of the list, and a thousand people at once over HTTP:
 *   npm run bench:queue                                the built site; two minutes
 *   npm run bench:queue -- ../other --members 1000     beside another checkout, in turn
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Redis } from 'ioredis';
import { IDEMPOTENCY_HEADER, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { startTestRedis } from '../../tests/support/test-redis.ts';
import { median, percentile } from './figures.ts';

const ROUNDS = 100;
const PEOPLE = 1_000;
const INVITERS = 10;
/** In flight while a list is filled. */
const BATCH = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { members: { type: 'string', default: '1000,100000,1000000' } },
});
const checkouts = await Promise.all(['.', ...positionals].map(load));

type Checkout = { folder: string } & typeof import('../../netlify/queue/join-queue.ts') &
  typeof import('../../tests/support/waitlist.ts') &
  typeof import('../../tests/support/start-preview.ts');

/** A checkout's own way to make people, to put them in line, and to serve its built site. */
async function load(folder: string): Promise<Checkout> {
  const files = [
    'netlify/queue/join-queue',
    'tests/support/waitlist',
    'tests/support/start-preview',
  ];
  const modules = await Promise.all(files.map((file) => import(resolve(folder, `${file}.ts`))));
  return Object.assign({ folder }, ...modules);
}

/** A list in a Redis of its own; every signup has a limit, and two in three have an inviter. */
async function startList({ joinQueue, attemptOf, person }: Checkout) {
  const { client, stop } = await startTestRedis();
  await client.config('SET', 'appendonly', 'no');
  const connection = client.duplicate({ enableAutoPipelining: true });
  const codes: string[] = [];
  let length = 0;

  async function join() {
    length += 1;
    const referralCode = length % 3 ? codes[(length * 7919) % codes.length] : undefined;
    const attempt = attemptOf(person({ ip: `address ${length}`, referralCode }), { limit: 20 });
    const joined = await joinQueue(scriptRedis(connection), attempt);
    if ('referralCode' in joined && length <= BATCH) codes.push(joined.referralCode);
  }
  const joinMany = (count: number) => Promise.all(Array.from({ length: count }, join));
  return {
    async fill(members: number) {
      while (length < members) await joinMany(Math.min(BATCH, members - length));
    },
    /** Redis's own microseconds for each of these signups. */
    async time(): Promise<number> {
      await client.config('RESETSTAT');
      // Few beside a short list, so that it stays one.
      await joinMany(Math.min(200, Math.ceil(length / 100)));
      const stats = await client.info('commandstats');
      return Number(/cmdstat_evalsha:.*?usec_per_call=([\d.]+)/.exec(stats)?.[1]);
    },
    async stop() {
      connection.disconnect();
      await stop();
    },
  };
}

/** The two commands that a script needs, without HTTP between. */
function scriptRedis(connection: Redis) {
  const run = (command: 'eval' | 'evalsha') => (script: string, keys: string[], args: string[]) =>
    connection[command](script, keys.length, ...keys, ...args);
  return { eval: run('eval'), evalsha: run('evalsha') } as never;
}

async function measureLists() {
  const lists = await Promise.all(checkouts.map(startList));
  for (const members of values.members.split(',').map(Number)) {
    for (const list of lists) await list.fill(members);
    const times = lists.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [i, list] of lists.entries()) times[i]?.push(await list.time());
    }
    const rows = times.map((all, i) => ({
      members,
      checkout: checkouts[i]?.folder,
      'µs a signup': median(all),
      'quietest round': Math.min(...all),
    }));
    console.table(rows);
  }
  for (const list of lists) await list.stop();
}

async function measureCrowd({ folder, person, startWaitlist, startPreview }: Checkout) {
  const waitlist = await startWaitlist();
  const { origin, stop } = await startPreview({ ...waitlist.env, WAITLIST_RATE_LIMIT: '0' });
  const inviters: string[] = [];
  for (let i = 0; i < INVITERS; i += 1) inviters.push(await waitlist.member());

  /** A visitor who is told that the waitlist cannot be reached presses again. */
  async function press({ key, ip: _, ...signup }: ReturnType<typeof person>) {
    for (const started = performance.now(); ; await sleep(100)) {
      const response = await fetch(origin + SIGNUP_PATH, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: key },
        body: JSON.stringify(signup),
      }).catch(() => undefined);
      const { referralCode } = response?.ok ? await response.json() : {};
      if (referralCode) return { referralCode, ms: performance.now() - started };
      if (performance.now() - started > 60_000) return { referralCode: 'none', ms: Infinity };
    }
  }
  const people = Array.from({ length: PEOPLE }, (_, i) =>
    person({ referralCode: inviters[i % INVITERS] }),
  );
  const told = await Promise.all(people.map(press));
  const members = await Promise.all(people.map(({ phone }) => waitlist.memberWith(phone)));
  const lost = members.filter((member, i) => member?.code !== told[i]?.referralCode).length;
  let wrong = 0;
  for (const [i, code] of inviters.entries()) {
    const due = i + 1 - SPOTS_PER_FRIEND * (PEOPLE / INVITERS);
    wrong += Math.abs((await waitlist.scoreOf(code)) - due) / SPOTS_PER_FRIEND;
  }
  await stop();
  await waitlist.stop();
  const times = told.map(({ ms }) => Math.round(ms));
  return { folder, lost, wrong, 'median ms': median(times), 'p99 ms': percentile(times, 0.99) };
}

await measureLists();
const rows: object[] = [];
for (const checkout of checkouts) rows.push(await measureCrowd(checkout));
console.table(rows);
process.exit();
