/**
 * Measures a thousand visitors at once over HTTP, and what a signup costs Redis by the length of the list:
 *   npm run bench:queue                 needs the built site; five minutes
 *   npm run bench:queue -- ../other     also measures another checkout's lists, in turn
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keysOf } from '../../netlify/queue/keys.ts';
import { IDEMPOTENCY_HEADER, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../../tests/support/audit.ts';
import { startPreview } from '../../tests/support/start-preview.ts';
import { startTestRedis } from '../../tests/support/test-redis.ts';
import { attemptOf, newVisitor, startWaitlist } from '../../tests/support/waitlist.ts';
import { compare, percentile, printTable } from './figures.ts';

const VISITORS = 1_000;
const LENGTHS = [10_000, 100_000, 1_000_000];
const ROUNDS = 100;
/** Signups at a time while a list is filled. */
const BATCH = 2_000;

/** Visitors with the same referrer, who all retry until they have a position. */
async function measureCrowd() {
  const waitlist = await startWaitlist();
  const { origin, stop } = await startPreview({ ...waitlist.env, WAITLIST_RATE_LIMIT: '0' });
  const referralCode = await waitlist.addMember();

  async function join() {
    const { key, ip: _, ...signup } = newVisitor({ referralCode });
    for (const started = performance.now(); ; await sleep(100)) {
      const response = await fetch(origin + SIGNUP_PATH, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: key },
        body: JSON.stringify(signup),
      }).catch(() => undefined);
      const ms = Math.round(performance.now() - started);
      if (response?.ok) return { code: (await response.json()).referralCode as string, ms };
      if (ms > 60_000) return { code: '', ms };
    }
  }
  const results = await Promise.all(Array.from({ length: VISITORS }, join));
  const { members, problems } = await audit(waitlist);
  const referrals = [...members.values()].filter((member) => member.referredBy === referralCode);
  await stop();
  await waitlist.stop();
  const times = results.map(({ ms }) => ms);
  return {
    visitors: VISITORS,
    lost: results.filter(({ code }) => !members.has(code)).length,
    wrong: problems.length + Math.abs(VISITORS - referrals.length),
    'median ms': percentile(times, 0.5),
    'p99 ms': percentile(times, 0.99),
  };
}

/** A list in its own Redis, filled by a checkout's code. Two in three members have a referrer. */
async function startList(folder: string) {
  const queue: typeof import('../../netlify/queue/join-queue.ts') = await import(
    resolve(folder, 'netlify/queue/join-queue.ts')
  );
  const { client } = await startTestRedis();
  await client.config('SET', 'appendonly', 'no');
  const connection = client.duplicate({ enableAutoPipelining: true });
  const redis = {
    evalsha: (sha: string, keys: string[], args: string[]) =>
      connection.evalsha(sha, keys.length, ...keys, ...args),
    eval: (text: string, keys: string[], args: string[]) =>
      connection.eval(text, keys.length, ...keys, ...args),
  } as never;
  const keys = keysOf('waitlist');
  const codes: string[] = [];
  let length = 0;

  async function join() {
    length += 1;
    const referralCode = length % 3 ? codes[(length * 7919) % codes.length] : undefined;
    const limit = { key: keys.attempts(`ip ${length}`), requests: 20, windowSeconds: 600 };
    const attempt = attemptOf(newVisitor({ referralCode }));
    const joined = await queue.joinQueue({ redis, keys, limit }, attempt);
    if ('referralCode' in joined && length <= BATCH) codes.push(joined.referralCode);
  }
  const joinMany = (count: number) => Promise.all(Array.from({ length: count }, join));
  return {
    name: folder,
    async fill(members: number) {
      while (length < members) await joinMany(Math.min(BATCH, members - length));
    },
    async time() {
      await client.config('RESETSTAT');
      // Keeps a short list short.
      await joinMany(Math.min(200, Math.ceil(length / 100)));
      const stats = await client.info('commandstats');
      return { signup: Number(/cmdstat_evalsha:.*?usec_per_call=([\d.]+)/.exec(stats)?.[1]) };
    },
  };
}

printTable([await measureCrowd()]);
const lists = await Promise.all(['.', ...process.argv.slice(2)].map(startList));
for (const members of LENGTHS) {
  for (const list of lists) await list.fill(members);
  console.log(`Microseconds per signup in Redis, ${members} members:\n`);
  await compare(lists, ROUNDS, (list) => list.time());
}
process.exit();
