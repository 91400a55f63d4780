import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, expect, test, vi } from 'vitest';
import deliverWebhooks from '../../netlify/functions/deliver-webhooks.ts';
import { admitMembers, undoWave } from '../../netlify/queue/admit-members.ts';
import { MAX_FAILURES } from '../../netlify/queue/deliver-events.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { setUpFunctions } from '../support/call-function.ts';
import { setUpReceiver } from '../support/receiver.ts';
import { attemptOf, KEYS, newVisitor } from '../support/waitlist.ts';

const MINUTE_MS = 60_000;

const { waitlist, functions, printed } = await setUpFunctions();
const { redis, addMember: join } = waitlist;
const receiver = await setUpReceiver();
const { received, ok } = receiver;
/** For an operator who hasn't set the variables. */
const withoutVariables = { ...waitlist.client };
const list = Object.assign(waitlist.client, { webhooks: true });

const joinMany = (count: number) => Promise.all(Array.from({ length: count }, () => join()));
const admit = (code: string) => admitMembers(list, 'october-1', [code]);
const undo = (code: string) => undoWave(list, 'october-1', [code]);
const deliver = async () => (await deliverWebhooks()).json();
/** The types of the events that a delivery sends. */
async function sent(): Promise<string[]> {
  received.length = 0;
  await deliver();
  return received.map(({ type }) => type);
}
const fail = (response: ServerResponse) => response.writeHead(500).end();

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
  const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const { token } = (await waitlist.memberWith(visitor.phone)) ?? {};
  const waiting = { status: 'waiting', position: 1, wave: null };
  const zoe = {
    ...{ code, firstName: 'Zoë', ...waiting, referrals: 1, source: visitor.source },
    ...{ acceptsTexts: true, consentAt: time, phone: '+12125550101' },
    referralLink: `http://localhost:4321/?ref=${code}`,
    statusLink: `http://localhost:4321/#spot=${code}.${token}`,
  };
  const about = received.filter(({ data }) => data.code === code);
  const admitted = { ...zoe, status: 'admitted', position: null, wave: 'october-1' };
  expect(about.map(({ id: _, ...event }) => event)).toEqual([
    { type: 'member.joined', timestamp: time, data: zoe },
    { type: 'member.moved_up', timestamp: time, data: zoe },
    { type: 'member.admitted', timestamp: time, data: admitted },
  ]);
  const withheld = { firstName: null, consentAt: null, phone: null, statusLink: null };
  const friend = received.find((event) => !about.includes(event));
  expect(friend?.data).toMatchObject({ ...withheld, acceptsTexts: false });
  expect(await redis.exists(KEYS.outbox, KEYS.outboxEvents, KEYS.outboxLease)).toBe(0);
});

test('an event of a type is sent once, however often it happens, and never if it was undone', async () => {
  const code = await join();
  expect(await sent()).toEqual(['member.joined']);
  await join({ referralCode: code });
  const waiting = await redis.hget(KEYS.outboxEvents, code);
  for (let friend = 0; friend < 30; friend += 1) await join({ referralCode: code });
  expect(await redis.hget(KEYS.outboxEvents, code)).toBe(waiting);
  expect((await sent()).filter((type) => type !== 'member.joined')).toHaveLength(1);
  for (const act of [admit, undo, admit]) await act(code);
  receiver.respond = fail;
  expect(await sent()).toEqual(['member.admitted']);
  receiver.respond = ok;
  await undo(code);
  expect(await sent()).toEqual([]);
  pass(MINUTE_MS);
  expect(await sent()).toEqual(['member.updated']);
  await admit(code);
  await undoWave(withoutVariables, 'october-1', [code]);
  expect(await sent()).toEqual([]);
});

test('after a retry the receiver learns what changed, and after I leave only that', async () => {
  const me = newVisitor();
  const [code, removed] = [await join(me), await join()];
  const stored = /^\{"member.joined":\{("id":"[\w.-]+",?|"(time|failures)":\d+,?){3}\}\}$/;
  expect(await redis.hget(KEYS.outboxEvents, code)).toMatch(stored);
  await eraseMember(withoutVariables, ['operator', removed]);
  expect((await sent()).sort()).toEqual(['member.joined', 'member.left']);
  for (const consent of [undefined, '1a2b3c4d']) {
    await joinQueue(list, attemptOf({ ...me, consent }));
    expect(await sent()).toEqual(consent ? ['member.updated'] : []);
  }
  await admit(code);
  await eraseMember(list, ['operator', code]);
  expect(await sent()).toEqual(['member.left']);
  expect(received[0]?.data).toEqual({ code });
});

test('a change while the same event is being posted is sent, too', async () => {
  const code = await join();
  await deliver();
  await join({ referralCode: code });
  receiver.respond = async (response) => {
    receiver.respond = ok;
    await join({ referralCode: code });
    response.end();
  };
  await deliver();
  const told = received.filter(({ type }) => type === 'member.moved_up');
  expect(told.map(({ data }) => data)).toMatchObject([{ referrals: 1 }, { referrals: 2 }]);
  expect(new Set(told.map(({ id }) => id)).size).toBe(2);
});

test.each<[string, typeof receiver.respond, cause: string]>([
  ['breaks the connection', (response) => response.destroy(), 'UND_ERR_SOCKET'],
  ['responds with an error', fail, 'status 500'],
  ['redirects', (response) => response.writeHead(302, { Location: '/' }).end(), 'status 302'],
  ['takes five seconds', () => vi.advanceTimersByTime(5_000), 'no response within 5000 ms'],
])('an event has failed if the receiver %s', async (_, respond, cause) => {
  await join();
  receiver.respond = respond;
  expect(await deliver()).toMatchObject({ done: 0, failed: 1, cause });
});

test('an event is sent again for three days with the same id, then before a new one about the same member', async () => {
  const code = await join();
  receiver.respond = fail;
  const start = Date.now();
  for (let failure = 1; failure < MAX_FAILURES; failure += 1) {
    expect(await deliver()).toMatchObject({ failed: 1 });
    pass(failure ** 2 * MINUTE_MS - 1);
    expect(await deliver()).toMatchObject({ failed: 0 });
    pass(1);
  }
  expect((Date.now() - start) / (60 * MINUTE_MS)).toBeCloseTo(72, 0);
  expect(await deliver()).toMatchObject({ failed: 1 });
  pass(MAX_FAILURES ** 2 * MINUTE_MS);
  expect(await deliver()).toMatchObject({ failed: 0 });
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  receiver.respond = ok;
  await admit(code);
  expect(await sent()).toEqual(['member.joined', 'member.admitted']);
});

test('a delivery ends at ten failures in a row, and at a 429', async () => {
  await joinMany(40);
  receiver.respond = (response) => response.writeHead(received.length % 2 ? 200 : 500).end();
  expect(await deliver()).toMatchObject({ done: 20, failed: 20 });
  await joinMany(40);
  receiver.respond = fail;
  expect(await deliver()).toMatchObject({ done: 0, failed: 10 });
  const statuses = [429, 500];
  receiver.respond = (response) => response.writeHead(statuses.shift() ?? 200).end();
  expect((await sent()).length).toBeLessThan(30);
});

test('responses that hang or never end delay nobody', async () => {
  await joinMany(20);
  const everyoneElse = Promise.withResolvers<void>();
  receiver.respond = async (response) => {
    if (received.length === 20) everyoneElse.resolve();
    if (received.length % 4 === 0) await everyoneElse.promise;
    response.writeHead(200, { 'Content-Length': 1e9 }).write('x');
  };
  expect(await deliver()).toMatchObject({ done: 20, failed: 0 });
});

test('no post starts after 20 seconds', async () => {
  await joinMany(20);
  const end = Date.now() + 20_000;
  receiver.respond = (response) => {
    vi.setSystemTime(end);
    response.end();
  };
  expect(await deliver()).toMatchObject({ done: 10 });
});

test('one delivery runs at a time, and events of a killed one are sent again once its lease has ended', async () => {
  vi.useRealTimers();
  await join();
  const script = `import deliver from './netlify/functions/deliver-webhooks.ts'; await deliver()`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  receiver.respond = () => child.kill('SIGKILL');
  await once(child, 'exit');
  const [killed] = received;
  receiver.respond = ok;
  await join();
  expect(await sent()).toEqual([]);
  const lease = await redis.pttl(KEYS.outboxLease);
  expect(lease).toBeGreaterThan(15_200); // The end of a request, a post, a request sent twice.
  await redis.del(KEYS.outboxLease);
  pass(lease);
  await deliver();
  expect(received).toHaveLength(2);
  expect(received).toContainEqual(killed);
});

test('nothing is sent after the list has been deleted', async () => {
  await join();
  await redis.del(KEYS.lastJoinNumber, KEYS.members);
  expect(await sent()).toEqual([]);
});

test('a signup does not wait for the receiver, which learns of it at once, and logs no personal data', async () => {
  const refuse = Promise.withResolvers<void>();
  receiver.respond = (response) => refuse.promise.then(() => fail(response));
  const zelda = newVisitor({ firstName: 'Zelda', phone: '9876543210' });
  const { referralCode } = await functions.join(zelda);
  await expect.poll(() => received).toMatchObject([{ data: { code: referralCode } }]);
  refuse.resolve();
  const delivery = /"deliver-webhooks".*"failed":1,"cause":"status 500"/;
  await expect.poll(() => printed.join()).toMatch(delivery);
  expect(printed.join()).not.toMatch(/Zelda|9876543210|whsec|127\.0\.0\.1/);
});

test('a signup succeeds without the secret, and the log says that it is missing', async () => {
  vi.stubEnv('WAITLIST_WEBHOOK_SECRET', '');
  await functions.join();
  await expect.poll(() => printed.join()).toContain('WAITLIST_WEBHOOK_SECRET must be');
  expect(await redis.zcard(KEYS.outbox)).toBe(1);
});
