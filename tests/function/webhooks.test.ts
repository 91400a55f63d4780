import { beforeEach, expect, test, vi } from 'vitest';
import deliverWebhooks from '../../netlify/functions/deliver-webhooks.ts';
import { admitMembers, undoWave } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { setUpFunctions } from '../support/call-function.ts';
import { setUpReceiver } from '../support/receiver.ts';
import { KEYS, newVisitor } from '../support/waitlist.ts';

const MINUTE_MS = 60_000;

const { waitlist, functions, printed } = await setUpFunctions();
const { redis, addMember: join } = waitlist;
const receiver = await setUpReceiver();
const { received, ok } = receiver;
const list = Object.assign(waitlist.client, { webhooks: true });

const joinMany = (count: number) => Promise.all(Array.from({ length: count }, () => join()));
const admit = (code: string) => admitMembers(list, 'new', [code]);
const undo = (code: string) => undoWave(list, 'new', [code]);
const deliver = async () => (await deliverWebhooks()).json();
/** The types of the events that a delivery sends. */
async function sent(): Promise<string[]> {
  received.length = 0;
  expect(await deliver()).toMatchObject({ failed: 0 });
  return received.map(({ type }) => type).sort();
}

// Time passes only in tests that say so.
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));

test('the receiver learns who joined, moved up and was admitted, with the phones and links of those who agreed', async () => {
  const visitor = { consent: '1a2b3c4d', phone: '2125550101', source: 'tiktok/launch' };
  const code = await join({ ...visitor, firstName: 'Zoë' });
  await join({ referralCode: code, firstName: '=IMPORTXML("http://x")' });
  await deliver();
  await admit(code);
  await deliver();
  const timestamp = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const { token } = (await waitlist.memberWith(visitor.phone)) ?? {};
  const zoe = {
    ...{ code, firstName: 'Zoë', status: 'waiting', position: 1, wave: null, referrals: 1 },
    ...{ source: visitor.source, acceptsTexts: true, consentAt: timestamp, phone: '+12125550101' },
    referralLink: `http://localhost:4321/?ref=${code}`,
    statusLink: `http://localhost:4321/#spot=${code}.${token}`,
  };
  const about = received.filter(({ data }) => data.code === code);
  const admitted = { ...zoe, status: 'admitted', position: null, wave: 'new' };
  expect(about.map(({ id: _, ...event }) => event)).toEqual([
    { type: 'member.joined', timestamp, data: zoe },
    { type: 'member.moved_up', timestamp, data: zoe },
    { type: 'member.admitted', timestamp, data: admitted },
  ]);
  const withheld = { firstName: null, acceptsTexts: false, phone: null, statusLink: null };
  expect(received.find((event) => !about.includes(event))?.data).toMatchObject(withheld);
  expect(await redis.exists(KEYS.outbox, KEYS.outboxTimes, KEYS.outboxLease)).toBe(0);
});

test('what happens often is sent once, and what is no longer true not at all, even if each request is sent twice', async () => {
  waitlist.faults.inject = async (_, execute) => {
    await execute();
    return execute();
  };
  const me = newVisitor({ consent: '1a2b3c4d' });
  const [code, removed] = [await join(me), await join()];
  await eraseMember({ ...list, webhooks: false }, ['operator', removed]);
  expect(await sent()).toEqual(['member.joined']);
  for (let friend = 0; friend < 2; friend += 1) await join({ referralCode: code });
  expect(await sent()).toEqual(['member.joined', 'member.joined', 'member.moved_up']);
  await join({ referralCode: code });
  await admit(code);
  expect(await sent()).toEqual(['member.admitted', 'member.joined']);
  for (const act of [undo, admit, undo]) await act(code);
  expect(await sent()).toEqual(['member.updated']);
  await join({ ...me, consent: undefined });
  expect(await sent()).toEqual(['member.updated']);
  await admit(code);
  await eraseMember(list, ['operator', code]);
  expect(await sent()).toEqual(['member.left']);
  expect(received[0]?.data).toEqual({ code });
});

test('a change while the same event is being posted is sent, too', async () => {
  const code = await join();
  await deliver();
  await join({ referralCode: code });
  receiver.respond = async () => {
    receiver.respond = ok;
    await join({ referralCode: code });
    return 200;
  };
  await deliver();
  const told = received.filter(({ type }) => type === 'member.moved_up');
  expect(told.map(({ data }) => data)).toMatchObject([{ referrals: 1 }, { referrals: 2 }]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(2);
});

test.each<[string, typeof ok, cause: string]>([
  ['breaks the connection', (_, response) => void response.destroy(), 'UND_ERR_SOCKET'],
  ['responds with an error', () => 400, 'status 400'],
  ['takes five seconds', () => void vi.advanceTimersByTime(5_000), 'no response within 5000 ms'],
])(
  "an event has failed if the receiver %s, or its member's record is torn",
  async (_, respond, cause) => {
    const code = await join();
    receiver.respond = respond;
    expect(await deliver()).toMatchObject({ done: 0, failed: 1, cause });
    await redis.hset(KEYS.members, code, 'torn');
    pass(MINUTE_MS);
    expect(await deliver()).toMatchObject({ failed: 1, cause: expect.stringContaining('record') });
  },
);

test('a receiver that redirects gets an event at most 25 times in three days, with one id, then no more', async () => {
  await join();
  receiver.respond = () => 302;
  const start = Date.now();
  for (let dueAt = start; dueAt; ) {
    vi.setSystemTime(dueAt - 1);
    expect(await deliver()).toMatchObject({ failed: 0 });
    vi.setSystemTime(dueAt + 1);
    expect(await deliver()).toMatchObject({ cause: 'it redirects, give the final URL' });
    [, dueAt = 0] = (await redis.zrange(KEYS.outbox, '0', '0', 'WITHSCORES')).map(Number);
  }
  expect(Date.now() - start).toBeGreaterThan(3 * 24 * 60 * MINUTE_MS);
  expect(received.length).toBeLessThanOrEqual(25);
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(await redis.exists(KEYS.outboxTimes)).toBe(0);
});

test('a delivery ends after ten failures at once, a 429 or 20 seconds, and the next one goes on', async () => {
  const failing = await joinMany(10);
  pass(1);
  await joinMany(5);
  receiver.respond = ({ data }) => (failing.includes(data.code) ? 500 : 200);
  expect(await deliver()).toMatchObject({ done: 0, failed: 10 });
  pass(MINUTE_MS);
  expect(await deliver()).toMatchObject({ done: 5, failed: 10 });
  await joinMany(30);
  receiver.respond = () => (received.length % 10 ? 200 : 429);
  expect(await deliver()).toMatchObject({ done: 9, failed: 1 });
  const end = Date.now() + 20_000;
  receiver.respond = () => vi.setSystemTime(end) && 200;
  expect(await deliver()).toMatchObject({ done: 10, failed: 0 });
});

test('one delivery runs at a time, and events of a killed one are sent again once its lease has ended', async () => {
  await join();
  const others: unknown[] = [];
  receiver.respond = async () => {
    receiver.respond = ok;
    others.push(await deliver(), await redis.pttl(KEYS.outboxLease));
    await redis.del(KEYS.outboxLease);
    others.push(await deliver());
    return 200;
  };
  await deliver();
  // The end of a request, a post, a request sent twice.
  const lease = expect.toSatisfy((ms) => ms > 15_200);
  expect(others).toMatchObject([{ done: 0, failed: 0 }, lease, { done: 1 }]);
  expect(received).toEqual([received[0], received[0]]);
});

test('a signup waits for no receiver and needs no secret, and the log has no personal data', async () => {
  const response = Promise.withResolvers<number>();
  receiver.respond = () => response.promise;
  const zelda = newVisitor({ firstName: 'Zelda', phone: '9876543210' });
  const { referralCode } = await functions.join(zelda);
  await expect.poll(() => received).toMatchObject([{ data: { code: referralCode } }]);
  response.resolve(500);
  const delivery = /"deliver-webhooks".*"failed":1,"cause":"status 500"/;
  await expect.poll(() => printed.join()).toMatch(delivery);
  expect(printed.join()).not.toMatch(/Zelda|9876543210|whsec|127\.0\.0\.1/);
  vi.stubEnv('WAITLIST_WEBHOOK_SECRET', '');
  await functions.join();
  await expect.poll(() => printed.join()).toContain('WAITLIST_WEBHOOK_SECRET must be');
  printed.length = 0;
  vi.stubEnv('WAITLIST_WEBHOOK_URL', '');
  expect(await deliver()).toMatchObject({ cause: 'webhooks are off' });
  expect(printed).toEqual([]);
});
