import { describe, expect, test, vi } from 'vitest';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { STATUS_ERRORS } from '../../src/waitlist/shared/status.ts';
import { deploy, freshSite, lastLine } from '../support/call-function.ts';
import { attemptOf, person } from '../support/waitlist.ts';

const UNKNOWN = { referralCode: 'FFFFFFFghost123', statusToken: 'abcdefghij' };
const { waitlist, site, printed } = freshSite();

describe('my spot', () => {
  test('is my position of now, how many friends joined, and nothing else', async () => {
    for (let ahead = 0; ahead < SPOTS_PER_FRIEND + 1; ahead += 1) await waitlist.member();
    const me = await waitlist.memberBack();
    const position = SPOTS_PER_FRIEND + 2;
    expect((await site.status(me)).body).toEqual({ success: true, position, friendsJoined: 0 });
    await waitlist.member({ referralCode: me.referralCode });
    const { status, headers, body } = await site.status(me);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, position: 2, friendsJoined: 1 });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Type')).toBe('application/json');
  });

  test('is, once I was let in, that and my friends, who still count; so says a replay', async () => {
    const me = person();
    const { referralCode, statusToken } = await site.join(me);
    await waitlist.member();
    await admitMembers(waitlist.upstash, 'october-1', 1);
    await waitlist.member({ referralCode });
    const admitted = { success: true, admitted: true, friendsJoined: 1 };
    expect((await site.status({ referralCode, statusToken })).body).toEqual(admitted);
    expect(lastLine(printed)).toMatchObject({ outcome: 'admitted', status: 200 });
    expect((await site.status({ ...UNKNOWN, referralCode })).status).toBe(404);
    const { body } = await site.press(me);
    expect(body).toEqual({ ...admitted, referralCode, statusToken });
    const other = await site.press({ ...me, key: 'a-key-of-another-one' });
    expect([other.status, other.body]).toEqual([
      409,
      { success: false, error: 'Phone number already registered' },
    ]);
  });

  test("is nobody else's: a wrong token is answered as a code that nobody has", async () => {
    const { referralCode } = await waitlist.memberBack();
    const guess = await site.status({ ...UNKNOWN, referralCode });
    expect(guess).toEqual(await site.status(UNKNOWN));
    expect(guess.status).toBe(404);
  });

  test('is found in one request to Redis, and is left as it was', async () => {
    const me = await waitlist.memberBack();
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

  test('asked for with what cannot be a way back costs no request to Redis', async () => {
    const { referralCode, statusToken } = await waitlist.memberBack();
    waitlist.faults.intercept = () => Promise.reject(new Error('asked'));
    const tokens = [undefined, 7, '', 'abcdefghi', 'abcdefghijk', 'abcdéfghij'];
    const malformed = tokens.map((statusToken) => ({ referralCode, statusToken }));
    for (const given of [...malformed, { statusToken }, null, []]) {
      const { status, body } = await site.status(given);
      expect(status).toBe(400);
      expect(body).toEqual({ success: false, error: STATUS_ERRORS.malformed_link });
    }
  });
});

test('each outcome has its status, its sentence and one line in the log, which tells nobody', async () => {
  const me = await waitlist.memberBack();
  const cut = () => Promise.reject(new Error('cut'));
  const garbage = async () => ({ status: 200, body: { result: ['found', 'x'] } });
  for (const [expected, outcome, asked, init, fault] of [
    [200, 'found', me],
    [404, 'unknown_member', UNKNOWN],
    [400, 'malformed_link', {}],
    [400, 'wrong_json', me, { body: '{' }],
    [405, 'wrong_method', me, { method: 'GET', body: null }],
    [403, 'cross_site', me, { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    [503, 'unavailable', me, {}, cut],
    [503, 'unavailable', me, {}, garbage],
    [200, 'found', me],
  ] as const) {
    waitlist.faults.intercept = fault;
    const { status, headers, body } = await site.status(asked, init);
    expect(status).toBe(expected);
    if (status === 405) expect(headers.get('Allow')).toBe('POST');
    if (outcome !== 'found') {
      expect(body).toEqual({ success: false, error: STATUS_ERRORS[outcome] });
    }
    expect(lastLine(printed)).toEqual({
      function: 'waitlist-status',
      outcome,
      status,
      ms: expect.any(Number),
      ...(fault && { cause: expect.any(String) }),
    });
  }
  for (const secret of [...Object.values(me), ...Object.values(UNKNOWN), '203.0.113.7']) {
    expect(printed.join()).not.toContain(secret);
  }
});

test('where the database is not configured, the log names what is missing', async () => {
  const bare = await deploy({ UPSTASH_REDIS_REST_URL: '', UPSTASH_REDIS_REST_TOKEN: '' });
  expect((await bare.status(UNKNOWN)).status).toBe(503);
  expect(lastLine(printed)).toMatchObject({ cause: expect.stringContaining('are missing') });
});

describe('the limit', () => {
  test('counts guesses, IPv6 by /64, and forgets the address', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '60');
    expect((await site.status(UNKNOWN, { ip: '2001:db8::1' })).status).toBe(404);
    // Leaving is counted with it: else it would be as many guesses again.
    for (const ask of [site.status, site.leave]) {
      const { status, headers, body } = await ask(UNKNOWN, { ip: '2001:db8::2' });
      expect(status).toBe(429);
      expect(headers.get('Retry-After')).toMatch(/^(5\d|60)$/);
      expect(body).toEqual({ success: false, error: STATUS_ERRORS.rate_limited });
    }
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
