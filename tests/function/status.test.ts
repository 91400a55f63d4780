import { describe, expect, test, vi } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { STATUS_ERRORS } from '../../src/waitlist/shared/status.ts';
import { deploy, freshSite, lastLine } from '../support/call-function.ts';
import { attemptOf, type Person, person, someone } from '../support/waitlist.ts';

const UNKNOWN = 'FFFFFFFghost123';
const { waitlist, site, printed } = freshSite();

async function join(given: Partial<Person> = {}): Promise<string> {
  const result = await joinQueue(waitlist.upstash, someone(given));
  if (result.outcome !== 'joined') throw new Error(result.outcome);
  return result.referralCode;
}

const refusal = (code: keyof typeof STATUS_ERRORS) => ({
  success: false,
  error: STATUS_ERRORS[code],
});

describe('my spot', () => {
  test('is my position of now, how many friends joined, and nothing else', async () => {
    for (let ahead = 0; ahead < SPOTS_PER_FRIEND + 1; ahead += 1) await join();
    const me = await join();
    const position = SPOTS_PER_FRIEND + 2;
    expect((await site.status(me)).body).toEqual({ success: true, position, friendsJoined: 0 });
    await join({ referralCode: me });
    const { status, headers, body } = await site.status(me);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, position: 2, friendsJoined: 1 });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Type')).toBe('application/json');
  });

  test('is found in one request to Redis, and is left as it was', async () => {
    const me = await join();
    await site.status(me);
    const before = await waitlist.redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES');
    let requests = 0;
    waitlist.faults.intercept = (_, execute) => {
      requests += 1;
      return execute();
    };
    await site.status(me);
    await site.status(UNKNOWN);
    expect(requests).toBe(2);
    expect(await waitlist.redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES')).toEqual(before);
  });
});

describe('what is refused', () => {
  test('a code that nobody has is a plain 404', async () => {
    await join();
    const { status, body } = await site.status(UNKNOWN);
    expect(status).toBe(404);
    expect(body).toEqual(refusal('unknown_code'));
  });

  test.each(['', 'nobody', 'ffffffeabcdef12', 'FFFFFFEabcDEF12;', '<b>', '5551234567'])(
    'the malformed code %j, without a question to Redis',
    async (code) => {
      const { status, body } = await site.status(code);
      expect(status).toBe(400);
      expect(body).toEqual(refusal('malformed_code'));
      expect(await waitlist.redis.dbsize()).toBe(0);
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s', async (method) => {
    const { status, headers, body } = await site.status(UNKNOWN, { method });
    expect(status).toBe(405);
    expect(headers.get('Allow')).toBe('GET');
    expect(body).toEqual(refusal('wrong_method'));
  });

  test('a request from another site', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await site.status(await join(), { headers })).toMatchObject({
      status: 403,
      body: refusal('cross_site'),
    });
  });
});

describe('the limit', () => {
  test('is that of the signup: the 21st request from one address has to wait', async () => {
    const me = await join();
    for (let count = 0; count < 20; count += 1) expect((await site.status(me)).status).toBe(200);
    const { status, headers, body } = await site.status(me);
    expect(status).toBe(429);
    expect(headers.get('Retry-After')).toMatch(/^(59\d|600)$/);
    expect(body).toEqual(refusal('rate_limited'));
    expect((await site.status(me, { ip: '203.0.113.8' })).status).toBe(200);
  });

  test('counts guesses of codes, IPv6 by /64, and forgets the address', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '60');
    expect((await site.status(UNKNOWN, { ip: '2001:db8::1' })).status).toBe(404);
    expect((await site.status(UNKNOWN, { ip: '2001:db8::2' })).status).toBe(429);
    const key = KEYS.statusRequests('2001:db8::/64');
    expect(await waitlist.redis.keys('*')).toEqual([key]);
    expect(await waitlist.redis.ttl(key)).toBeGreaterThan(50);
  });

  test('takes no attempt to join from anybody, nor the other way round', async () => {
    const limited = { limit: 1, windowSeconds: 60 };
    const me = attemptOf(person(), limited);
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    expect((await site.status(UNKNOWN, { ip: me.caller })).status).toBe(404);
    expect(await joinQueue(waitlist.upstash, me)).toMatchObject({ outcome: 'joined' });
    expect(await joinQueue(waitlist.upstash, attemptOf(person(), limited))).toMatchObject({
      outcome: 'limited',
    });
  });
});

describe('Redis away', () => {
  test('is a 503 with a sentence, and the next request works', async () => {
    const me = await join();
    waitlist.faults.intercept = () => Promise.reject(new Error('cut'));
    expect(await site.status(me)).toMatchObject({ status: 503, body: refusal('unavailable') });
    expect(lastLine(printed)).toMatchObject({
      function: 'waitlist-status',
      outcome: 'unavailable',
      cause: 'UND_ERR_SOCKET',
    });
    waitlist.faults.intercept = undefined;
    expect((await site.status(me)).status).toBe(200);
  });

  test('or silent: told so after five seconds', async () => {
    waitlist.faults.intercept = () => new Promise(() => {});
    expect((await site.status(UNKNOWN)).status).toBe(503);
    expect(lastLine(printed)).toMatchObject({ cause: 'no answer within 5000 ms' });
  });

  test('or answering garbage is no place', async () => {
    waitlist.faults.intercept = async () => ({ status: 200, body: { result: ['found', 'x'] } });
    expect((await site.status(UNKNOWN)).status).toBe(503);
  });

  test('or not configured: the log names what is missing', async () => {
    const bare = await deploy({ UPSTASH_REDIS_REST_URL: '', UPSTASH_REDIS_REST_TOKEN: '' });
    expect((await bare.status(UNKNOWN)).status).toBe(503);
    expect(lastLine(printed)).toMatchObject({ cause: expect.stringContaining('are missing') });
  });
});

test('each request is one line in the log, without the code or the address', async () => {
  const me = await join();
  await site.status(me);
  await site.status(UNKNOWN);
  await site.status('nobody');
  await site.status(me, { method: 'POST' });
  const lines = printed.map((line) => JSON.parse(line));
  expect(lines.map(({ status, outcome }) => `${status} ${outcome}`)).toEqual([
    '200 found',
    '404 unknown_code',
    '400 malformed_code',
    '405 wrong_method',
  ]);
  for (const line of lines) {
    expect(Object.keys(line)).toEqual(['function', 'outcome', 'status', 'ms']);
    expect(line.function).toBe('waitlist-status');
  }
  for (const secret of [me, UNKNOWN, '203.0.113.7']) expect(printed.join()).not.toContain(secret);
});
