/**
 * The whole way of a signup on one machine: HTTP, the function as Netlify packs it, the REST gateway
 * and a real Redis; and a thousand people who press at once:
 *   npm run bench:http    a minute, on the built site
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { IDEMPOTENCY_HEADER, SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../../tests/support/audit.ts';
import { startPreview } from '../../tests/support/start-preview.ts';
import { type Person, person, startWaitlist } from '../../tests/support/waitlist.ts';
import { count, median, percentile, progress, ratio, report, table } from './report.ts';

const WARM_UP = 300;
const REQUESTS = 2_000;
const PEOPLE = 1_000;
const BURSTS = 8;

const waitlist = await startWaitlist();
const preview = await startPreview({ ...waitlist.env, WAITLIST_RATE_LIMIT: '1000000' });
const upstash = connectRedis(waitlist.env);

const post = ({ key, ip: _, ...signup }: Person) =>
  fetch(preview.origin + SIGNUP_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [IDEMPOTENCY_HEADER]: key },
    body: JSON.stringify(signup),
  });

async function expectStatus(expected: number, answer: Promise<Response>) {
  const response = await answer;
  await response.text();
  if (response.status !== expected) throw new Error(`${response.status} instead of ${expected}`);
}

/** Each is asked in turn, one at a time, so that whatever the machine does is done to all. */
const PATHS: Record<string, () => Promise<unknown>> = {
  // The same server and function with the same body; refused for its phone before Redis is asked.
  'an empty fetch': () => expectStatus(400, post(person({ phone: '1' }))),
  'a PING to Redis': () => upstash.ping(),
  'the full path of a signup': () => expectStatus(200, post(person())),
};

async function measurePaths(): Promise<string> {
  const times: Record<string, number[]> = {};
  // The wait for the disk is the disk's; the bursts below have it.
  await waitlist.redis.config('SET', 'appendfsync', 'no');
  for (let i = -WARM_UP; i < REQUESTS; i += 1) {
    progress(`one after the other: ${i} of ${REQUESTS}`);
    for (const [name, ask] of Object.entries(PATHS)) {
      const started = performance.now();
      await ask();
      times[name] ??= [];
      if (i >= 0) times[name].push(performance.now() - started);
    }
  }
  const [empty = 0, ping = 0] = Object.values(times).map(median);
  const rows = Object.entries(times).map(([name, all]) => [
    name,
    `${median(all).toFixed(2)} ms`,
    `${percentile(all, 0.99).toFixed(1)} ms`,
    ratio(median(all), empty),
    ratio(median(all), empty + ping),
  ]);
  return table(['', 'median', 'p99', 'to an empty fetch', 'to an empty fetch and a PING'], rows);
}

/** Told that we cannot be reached, or nothing, she presses again. */
async function pressUntilTold(one: Person) {
  for (let presses = 1; ; presses += 1) {
    const response = await post(one).catch(() => undefined);
    if (response?.status === 200) return { presses, ...(await response.json()) };
    if (response && response.status !== 503) throw new Error(`answered ${response.status}`);
    if (presses === 20) throw new Error('pressed 20 times in vain');
    await sleep(100);
  }
}

/** Two in three come through the link of somebody of the burst before. */
async function measureBursts(): Promise<string> {
  await waitlist.redis.config('SET', 'appendfsync', 'always');
  await waitlist.redis.flushall();
  const rows: string[][] = [];
  const told = new Map<string, string>();
  let friends = 0;
  for (let burst = 1; burst <= BURSTS; burst += 1) {
    progress(`burst ${burst} of ${BURSTS}`);
    const codes = [...told.keys()];
    const people = Array.from({ length: PEOPLE }, (_, i) =>
      person({ referralCode: i % 3 ? codes[(i * 7919) % codes.length] : undefined }),
    );
    const times: number[] = [];
    let again = 0;
    await Promise.all(
      people.map(async (one) => {
        const started = performance.now();
        const { referralCode, presses } = await pressUntilTold(one);
        times.push(performance.now() - started);
        again += presses - 1;
        told.set(referralCode, one.phone);
      }),
    );
    friends += people.filter(({ referralCode }) => referralCode).length;
    const { members, credits, problems } = await audit(waitlist.redis);
    const lost = [...told].filter(([code, phone]) => members.get(code)?.phone !== phone).length;
    const wrong = problems.length + Math.abs(credits - friends) + members.size - told.size;
    const milliseconds = [median(times), percentile(times, 0.99)].map((ms) => `${count(ms)} ms`);
    rows.push([count(burst), count(again), count(lost), count(wrong), ...milliseconds]);
  }
  return table(['burst', 'pressed again', 'lost', 'wrong', 'median', 'p99'], rows);
}

try {
  report(
    'The whole way of a signup',
    `${count(REQUESTS)} of each in turn:`,
    await measurePaths(),
    `${count(PEOPLE)} people at once, ${BURSTS} times:`,
    await measureBursts(),
  );
} finally {
  progress();
  await preview.stop();
  await waitlist.stop();
}
