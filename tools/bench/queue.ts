/**
 * Measures a thousand visitors who join at once over HTTP, by the length of the list:
 *   npm run bench:queue                 needs the built site; half a minute
 *   npm run bench:queue -- ../other     also measures another checkout's functions, in turn
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { KEYS, newVisitor, startWaitlist } from '../../tests/support/waitlist.ts';
import { compare, percentile } from './figures.ts';

const VISITORS = 1_000;
const LENGTHS = [10_000, 100_000, 1_000_000];
const ROUNDS = 5;

/** What matters is how many members there are, not who. */
const FILL = `
local members, phones, queue, lastJoinNumber = unpack(KEYS)
for number = 1, ARGV[1] do
  redis.call('HSET', members, 'filler' .. number, ARGV[2])
  redis.call('HSET', phones, number, 'filler' .. number)
  redis.call('ZADD', queue, number, 'filler' .. number)
end
redis.call('SET', lastJoinNumber, ARGV[1])`;

for (const length of LENGTHS) {
  const waitlist = await startWaitlist();
  const { redis, env } = waitlist;
  const keys = [KEYS.members, KEYS.phones, KEYS.queue, KEYS.lastJoinNumber];
  await redis.eval(FILL, keys.length, ...keys, length, 'x'.repeat(200));
  console.log(`\n${VISITORS} visitors at once, ${length} members:\n`);

  await compare({ ...env, WAITLIST_RATE_LIMIT: '1000000' }, ROUNDS, async (origin) => {
    const referralCode = await waitlist.addMember();
    await redis.config('RESETSTAT');
    const visits = Array.from({ length: VISITORS }, () => join(origin, referralCode));
    const results = await Promise.all(visits);
    const stats = await redis.info('commandstats');
    const members = await redis.hmget(KEYS.members, ...results.map(({ code }) => code));
    const credited = await waitlist.referralsOf(referralCode);
    const times = results.map(({ ms }) => ms);
    return {
      lost: members.filter((member) => !member).length,
      wrong: Math.abs(VISITORS - credited),
      'median ms': percentile(times, 0.5),
      'p99 ms': percentile(times, 0.99),
      'script μs': Number(/cmdstat_evalsha:.*?usec_per_call=([\d.]+)/.exec(stats)?.[1]),
    };
  });
}
process.exit();

/** Sends a signup until there is a position. */
async function join(origin: string, referralCode: string) {
  const { key, ip: _, ...signup } = newVisitor({ referralCode });
  for (const started = performance.now(); ; await sleep(100)) {
    const response = await fetch(origin + SIGNUP_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: `${key}` },
      body: JSON.stringify(signup),
    }).catch(() => undefined);
    const ms = Math.round(performance.now() - started);
    if (response?.ok) return { code: (await response.json()).referralCode as string, ms };
    if (ms > 60_000) return { code: '', ms };
  }
}
