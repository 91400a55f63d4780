import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { admitMembers, undoWave } from '../../netlify/queue/admit-members.ts';
import { deliverEvents, MAX_FAILURES } from '../../netlify/queue/deliver-events.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { type Receiver, readReceiver } from '../../netlify/queue/webhook.ts';
import { findRedisServer, startRedis } from '../../tools/local/local-redis.ts';
import { freshSite } from '../support/call-function.ts';
import { freshReceiver, SECRET } from '../support/receiver.ts';
import { KEYS, newAttempt, newVisitor, type Visitor } from '../support/waitlist.ts';

const MINUTE_MS = 60_000;

const { waitlist, site, printed } = await freshSite();
const receiver = await freshReceiver();
const { received, ok, env, summary, idsOf } = receiver;
const list = { ...waitlist.client, webhooks: true };

/** Adds a member whose events go to the outbox; resolves with the referral code. */
async function join(fields?: Partial<Visitor>): Promise<string> {
  const joined = await joinQueue(list, newAttempt(fields));
  return 'referralCode' in joined ? joined.referralCode : joined.code;
}

const deliver = (now = Date.now()) => deliverEvents(list, readReceiver(env) as Receiver, () => now);

test('the receiver learns who joined, moved up and was admitted, and the phones of those who agreed', async () => {
  const agreed = { consent: '1a2b3c4d', phone: '2125550101', source: 'tiktok/launch' };
  const code = await join({ ...agreed, firstName: 'Zoë' });
  const referral = await join({ referralCode: code });
  await deliver();
  await admitMembers(list, 'october-1', [code]);
  await deliver();
  const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const data = { code, firstName: 'Zoë', position: 1, referrals: 1, source: 'tiktok/launch' };
  const link = { referralLink: `http://localhost:4321/?ref=${code}` };
  const consent = { acceptsTexts: true, consentAt: time, phone: '+12125550101' };
  const zoe = { ...data, ...link, ...consent };
  expect(received.map(({ id: _, ...body }) => body)).toMatchObject([
    { type: 'member.joined', timestamp: time, data: zoe },
    {
      type: 'member.joined',
      data: { code: referral, position: 2, acceptsTexts: false, phone: null },
    },
    { type: 'member.moved_up', timestamp: time, data: zoe },
    { type: 'member.admitted', data: { ...zoe, position: null } },
  ]);
  expect(new Set(received.map(({ id }) => id)).size).toBe(4);
  expect(await waitlist.redis.exists(KEYS.outbox, KEYS.outboxEvents, KEYS.outboxLease)).toBe(0);
});

test('the outbox says nothing about me, and once I have left, the receiver learns only that', async () => {
  const [left, removed] = [await join(), await join()];
  const stored = /^\[\{("(id|type)":"[\w.-]+",?|"(time|failures)":\d+,?){4}\}\]$/;
  expect(await waitlist.redis.hget(KEYS.outboxEvents, left)).toMatch(stored);
  await eraseMember(list, left);
  // An operator without the variables.
  await eraseMember(waitlist.client, removed);
  await deliver();
  expect(summary().sort()).toEqual([`member.left ${left}`, `member.left ${removed}`].sort());
  expect(received.map(({ data }) => Object.keys(data))).toEqual([['code'], ['code']]);
});

test('nothing is sent for a retry, for what is no longer true, or while webhooks are off', async () => {
  const referrer = await join();
  const attempt = newAttempt({ referralCode: referrer });
  await joinQueue(list, attempt);
  await joinQueue(list, attempt);
  await admitMembers(list, 'october-1', [referrer]);
  await undoWave(list, 'october-1', [referrer]);
  await joinQueue(waitlist.client, newAttempt({ referralCode: referrer }));
  await deliver();
  const types = received.map(({ type }) => type).sort();
  expect(types).toEqual(['member.joined', 'member.joined', 'member.moved_up']);
});

const RESPONSE = 'HTTP/1.1 500 Error\r\nContent-Length: 0\r\n\r\n';
const FAILURES: [string, typeof receiver.respond, RegExp][] = [
  ['500', (response) => response.writeHead(500).end('2125550101'), /^status 500$/],
  ['a redirect', (response) => response.writeHead(302, { Location: '/' }).end(), /^status 302$/],
  ['a cut', (response) => response.destroy(), /^(UND_ERR_SOCKET|ECONNRESET)$/],
  ['two responses', ({ socket }) => socket?.write(RESPONSE + RESPONSE), /^status 500$/],
  ['no response', () => {}, /^no response within 5000 ms$/],
];
test.each(FAILURES)(
  'after %s an event is sent again with the same id, before later events about the same member',
  async (_, fail, cause) => {
    const referrer = await join();
    const referral = await join({ referralCode: referrer });
    receiver.respond = (response, event) =>
      (event.data.code === referrer ? fail : ok)(response, event);
    const failed = { done: 1, failed: 1, cause: expect.stringMatching(cause) };
    expect(await deliver()).toEqual(failed);
    expect(summary()).toEqual([`member.joined ${referrer}`, `member.joined ${referral}`]);
    receiver.respond = ok;
    expect(await deliver()).toMatchObject({ done: 0, failed: 0 });
    expect(await deliver(Date.now() + MINUTE_MS)).toMatchObject({ done: 2, failed: 0 });
    expect(summary().slice(2)).toEqual([
      `member.joined ${referrer}`,
      `member.moved_up ${referrer}`,
    ]);
    const [first, second, third] = idsOf(referrer);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  },
);

test('an event is retried for three days, then kept until there is a new one about the same member', async () => {
  const code = await join();
  receiver.respond = (response) => response.writeHead(500).end();
  const start = Date.now();
  let now = start;
  for (let failure = 1; failure < MAX_FAILURES; failure += 1) {
    expect(await deliver(now)).toMatchObject({ failed: 1 });
    now += failure ** 2 * MINUTE_MS;
    expect(await deliver(now - 1)).toMatchObject({ failed: 0 });
  }
  expect((now - start) / (60 * MINUTE_MS)).toBeCloseTo(72, 0);
  expect(await deliver(now)).toMatchObject({ failed: 1 });
  expect(await deliver(2 * now)).toMatchObject({ failed: 0 });
  expect(await waitlist.redis.zrange(KEYS.outboxFailed, 0, -1)).toEqual([code]);
  receiver.respond = ok;
  await admitMembers(list, 'october-1', [code]);
  await deliver();
  expect(summary().slice(-2)).toEqual([`member.joined ${code}`, `member.admitted ${code}`]);
  expect(await waitlist.redis.zcard(KEYS.outboxFailed)).toBe(0);
});

test('an event of a killed delivery is sent again once its lease has ended', async () => {
  const code = await join();
  const script = `import deliver from './netlify/functions/deliver-webhooks.ts'; await deliver()`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...waitlist.env, ...env },
  });
  receiver.respond = () => child.kill('SIGKILL');
  await once(child, 'exit');
  receiver.respond = ok;
  expect(await deliver()).toMatchObject({ done: 0 });
  expect(await waitlist.redis.pttl(KEYS.outboxLease)).toBeGreaterThan(30_000);
  await waitlist.redis.del(KEYS.outboxLease);
  expect(await deliver()).toMatchObject({ done: 1 });
  const [first, ...others] = idsOf(code);
  expect(others).toEqual([first]);
});

test('an event is sent again if Redis is killed before removing it', async () => {
  const code = await join();
  const [, pid] = /process_id:(\d+)/.exec(await waitlist.redis.info('server')) ?? [];
  const [, dir = ''] = (await waitlist.redis.config('GET', 'dir')) as string[];
  receiver.respond = (response) => {
    process.kill(Number(pid), 'SIGKILL');
    response.end();
  };
  await expect(deliver()).rejects.toThrow();
  await startRedis(findRedisServer() ?? '', dir);
  receiver.respond = ok;
  await expect.poll(() => waitlist.redis.del(KEYS.outboxLease).catch(() => 0)).toBe(1);
  expect(await deliver()).toMatchObject({ done: 1 });
  const [first, ...others] = idsOf(code);
  expect(others).toEqual([first]);
});

test('a receiver that refuses every third event learns of all 2,000 signups from two deliveries at once', async () => {
  await waitlist.redis.config('SET', 'appendfsync', 'no');
  const codes: string[] = [];
  for (let batch = 0; batch < 20; batch += 1) {
    const referralCode = batch === 1 ? codes[0] : undefined;
    codes.push(...(await Promise.all(Array.from({ length: 100 }, () => join({ referralCode })))));
  }
  const taken: typeof received = [];
  receiver.respond = (response, event) => {
    if (received.length % 3) taken.push(event);
    response.writeHead(received.length % 3 ? 204 : 500).end();
  };
  for (let now = Date.now(); await waitlist.redis.zcard(KEYS.outbox); now += MINUTE_MS) {
    await Promise.all([deliver(now), deliver(now)]);
  }
  expect(new Set(taken.map(({ id }) => id)).size).toBe(2_100);
  const joined = taken.filter(({ type }) => type === 'member.joined');
  expect(joined.map(({ data }) => data.code).sort()).toEqual(codes.toSorted());
  const [first, ...others] = taken.filter(({ data }) => data.code === codes[0]);
  expect(first?.type).toBe('member.joined');
  expect(others.map(({ type }) => type)).toEqual(Array(100).fill('member.moved_up'));
}, 120_000);

test('a signup does not wait for the receiver, which learns of it at once, and the log names nobody', async () => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const refuse = Promise.withResolvers<void>();
  receiver.respond = (response) => refuse.promise.then(() => response.writeHead(500).end());
  const me = newVisitor({ firstName: 'Zelda', phone: '9876543210' });
  const { referralCode } = await site.join(me);
  await expect.poll(summary).toEqual([`member.joined ${referralCode}`]);
  refuse.resolve();
  const delivery = expect.stringMatching(/"deliver-webhooks".*"failed":1,"cause":"status 500"/);
  await expect.poll(() => printed).toContainEqual(delivery);
  expect(printed.join()).not.toMatch(/Zelda|9876543210|whsec|127\.0\.0\.1/);
});

test.each([
  { WAITLIST_WEBHOOK_URL: 'http://fabio.example/Quixote', WAITLIST_WEBHOOK_SECRET: SECRET },
  { WAITLIST_WEBHOOK_SECRET: 'whsec_Quixote', WAITLIST_WEBHOOK_URL: 'https://fabio.example' },
])('a signup succeeds despite a wrong variable, which the log names: %o', async (wrong) => {
  for (const [name, value] of Object.entries(wrong)) vi.stubEnv(name, value);
  await site.join();
  const [name] = Object.keys(wrong);
  await expect.poll(() => printed.join()).toContain(`${name} must be`);
  expect(printed.join()).not.toContain('Quixote');
  expect(await waitlist.redis.zcard(KEYS.outbox)).toBe(1);
});
