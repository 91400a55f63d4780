import { describe, expect, test, vi } from 'vitest';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { STATUS_ERRORS } from '../../src/waitlist/shared/status.ts';
import { audit } from '../support/audit.ts';
import { freshSite, lastLine } from '../support/call-function.ts';
import { attemptOf, person } from '../support/waitlist.ts';

const UNKNOWN = { referralCode: 'FFFFFFFghost123', statusToken: 'abcdefghij' };
const { waitlist, site, printed } = freshSite();

describe('my status', () => {
  test('is my position of now and how many friends joined, in one request to Redis', async () => {
    for (let ahead = 0; ahead < SPOTS_PER_FRIEND + 1; ahead += 1) await waitlist.member();
    const me = await waitlist.memberKey();
    const position = SPOTS_PER_FRIEND + 2;
    expect((await site.status(me)).body).toEqual({ success: true, position, friendsJoined: 0 });
    await waitlist.member({ referralCode: me.referralCode });
    let requests = 0;
    waitlist.faults.intercept = (_, execute) => {
      requests += 1;
      return execute();
    };
    const { status, headers, body } = await site.status(me);
    expect([status, requests]).toEqual([200, 1]);
    expect(body).toEqual({ success: true, position: 2, friendsJoined: 1 });
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  test('is, once I was admitted, that and my friends, who still count; so says a retry', async () => {
    const me = person();
    const { referralCode, statusToken } = await site.join(me);
    await waitlist.member();
    await admitMembers(waitlist.upstash, 'october-1', 1);
    await waitlist.member({ referralCode });
    const admitted = { success: true, admitted: true, friendsJoined: 1 };
    expect((await site.status({ referralCode, statusToken })).body).toEqual(admitted);
    expect(lastLine(printed)).toMatchObject({ outcome: 'admitted', status: 200 });
    expect((await site.status({ ...UNKNOWN, referralCode })).status).toBe(404);
    expect((await site.press(me)).body).toEqual({ ...admitted, referralCode, statusToken });
    expect((await site.press({ ...me, key: 'a-key-of-another-one' })).status).toBe(409);
  });
});

describe('when I leave', () => {
  test('nothing of me is left: in no key, and in no line of the log', async () => {
    const names = { firstName: 'Zéldåfirst', lastName: 'Quixote "key":"x' };
    const inviter = await waitlist.member();
    const me = person({ ...names, phone: '9876543210', referralCode: inviter });
    const { referralCode, statusToken } = await site.join(me);
    await waitlist.member({ referralCode });
    expect(await waitlist.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
    const { body, headers } = await site.leave({ referralCode, statusToken });
    expect([body, headers.get('Cache-Control')]).toEqual([{ success: true }, 'no-store']);
    expect(lastLine(printed)).toMatchObject({ function: 'waitlist-leave', outcome: 'left' });

    const left = `${await waitlist.everything()} ${printed.join()}`;
    const traces = [...Object.values(names), me.phone, me.key, statusToken];
    expect(traces.filter((trace) => left.includes(String(trace)))).toEqual([]);
    // My friend's record alone still holds my code.
    expect(left.split(referralCode)).toHaveLength(2);
    expect(await waitlist.scoreOf(inviter)).toBe(1);
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });

  test('from a wave, the wave counts one less', async () => {
    const me = await waitlist.memberKey();
    await waitlist.member();
    await admitMembers(waitlist.upstash, 'october-1', 2);
    await site.leave(me);
    expect(await waitlist.redis.hgetall(KEYS.waves)).toEqual({ 'october-1': '1' });
    expect(await waitlist.redis.zcard(KEYS.admitted)).toBe(1);
  });
});

describe('asked for my status or to take me off the list, a stranger', () => {
  const asks = [['status'], ['leave']] as const;

  test.each(asks)('with a wrong token is answered as for an unknown code: %s', async (ask) => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '0'); // Its counters would be something new.
    const { referralCode } = await waitlist.memberKey();
    const before = await waitlist.everything();
    const guess = await site[ask]({ ...UNKNOWN, referralCode });
    expect(guess).toEqual(await site[ask](UNKNOWN));
    expect(guess.status).toBe(404);
    expect(await waitlist.everything()).toBe(before);
  });

  test.each(asks)('with half a status key costs no request to Redis: %s', async (ask) => {
    const { referralCode, statusToken } = await waitlist.memberKey();
    waitlist.faults.intercept = () => Promise.reject(new Error('asked'));
    const tokens = [undefined, 7, '', 'abcdefghi', 'abcdefghijk', 'abcdéfghij'];
    const malformed = tokens.map((statusToken) => ({ referralCode, statusToken }));
    for (const given of [...malformed, { statusToken }, null, []]) {
      const { status, body } = await site[ask](given);
      expect(status).toBe(400);
      expect(body).toEqual({ success: false, error: STATUS_ERRORS.malformed_link });
    }
  });

  test('is limited, in both together, by /64, and takes no attempt to join from anybody', async () => {
    vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
    vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '60');
    expect((await site.status(UNKNOWN, { ip: '2001:db8::1' })).status).toBe(404);
    for (const ask of [site.status, site.leave]) {
      const { status, headers, body } = await ask(UNKNOWN, { ip: '2001:db8::2' });
      expect(status).toBe(429);
      expect(headers.get('Retry-After')).toMatch(/^(5\d|60)$/);
      expect(body).toEqual({ success: false, error: STATUS_ERRORS.rate_limited });
    }
    const key = KEYS.statusRequests('2001:db8::/64');
    expect(await waitlist.redis.keys('*')).toEqual([key]);
    expect(await waitlist.redis.ttl(key)).toBeGreaterThan(50);
    const me = attemptOf(person({ ip: '2001:db8::/64' }), { limit: 1 });
    expect(await joinQueue(waitlist.upstash, me)).toMatchObject({ outcome: 'joined' });
  });
});

test('each outcome has its status, its sentence and one line in the log, which names nobody', async () => {
  const me = await waitlist.memberKey();
  const garbage =
    (...result: unknown[]) =>
    async () => ({ status: 200, body: { result } });
  for (const [expected, outcome, asked, init, fault] of [
    [200, 'found', me],
    [404, 'unknown_member', UNKNOWN],
    [400, 'malformed_link', {}],
    [400, 'wrong_json', me, { body: '{' }],
    [405, 'wrong_method', me, { method: 'GET', body: null }],
    [403, 'cross_site', me, { headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    [503, 'unavailable', me, {}, () => Promise.reject(new Error('cut'))],
    [503, 'unavailable', me, {}, garbage('found', 'x')],
    [503, 'unavailable', me, {}, garbage('admitted')],
    [503, 'unavailable', me, {}, garbage('limited', 'x')],
  ] as const) {
    waitlist.faults.intercept = fault;
    for (const ask of fault || outcome !== 'found'
      ? (['status', 'leave'] as const)
      : ['status' as const]) {
      const { status, body } = await site[ask](asked, init);
      expect(status).toBe(expected);
      if (outcome !== 'found') {
        expect(body).toEqual({ success: false, error: STATUS_ERRORS[outcome] });
      }
      expect(lastLine(printed)).toEqual({
        function: `waitlist-${ask}`,
        outcome,
        status,
        ms: expect.any(Number),
        ...(fault && { cause: expect.any(String) }),
      });
    }
  }
  for (const secret of [...Object.values(me), ...Object.values(UNKNOWN), '203.0.113.7']) {
    expect(printed.join()).not.toContain(secret);
  }
});
