import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { KEYS } from '../../netlify/queue/queue.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import {
  type DeployedFunction,
  deploy,
  lastLine,
  person,
  recordConsole,
} from '../support/call-function.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

const printed = recordConsole();
let waitlist: Waitlist;
let site: DeployedFunction;
beforeAll(async () => {
  waitlist = await startWaitlist();
});
beforeEach(async () => {
  vi.unstubAllEnvs();
  await waitlist.redis.flushall();
  site = await deploy(waitlist.env);
});
afterAll(() => waitlist.stop());

const counted = () => waitlist.redis.keys(KEYS.attempts('*'));

test('the 21st attempt from one address in ten minutes has to wait, and is told how long', async () => {
  for (let press = 0; press < 20; press += 1) await site.join();
  const { status, headers, body } = await site.press(person());
  expect(status).toBe(429);
  expect(body).toEqual({ success: false, error: 'Rate limit exceeded' });
  expect(headers.get('Retry-After')).toMatch(/^(59\d|600)$/);
  expect(await waitlist.redis.zcard(KEYS.queue)).toBe(20);
  expect((await site.join(person({ ip: '203.0.113.8' }))).position).toBe(21);
});

test('guessing who is on the list costs attempts', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '2');
  const { phone } = person();
  await site.join(person({ phone, ip: '203.0.113.8' }));
  const statuses = [];
  for (let guess = 0; guess < 3; guess += 1) {
    statuses.push((await site.press(person({ phone }))).status);
  }
  expect(statuses).toEqual([409, 409, 429]);
});

test('pressing again for a lost answer is never limited', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
  const me = person();
  for (let press = 0; press < 5; press += 1) expect((await site.join(me)).position).toBe(1);
});

test('WAITLIST_RATE_LIMIT and WAITLIST_RATE_WINDOW_SECONDS change it', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
  vi.stubEnv('WAITLIST_RATE_WINDOW_SECONDS', '90');
  await site.join();
  const { status, headers } = await site.press(person());
  expect(status).toBe(429);
  expect(headers.get('Retry-After')).toMatch(/^(8\d|90)$/);
});

test('whoever is told to wait is never told to wait no time', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
  await site.join();
  // Redis rounds the 300 ms that are left to 0 seconds.
  await waitlist.redis.pexpire(KEYS.attempts('203.0.113.7'), 300);
  expect((await site.press(person())).headers.get('Retry-After')).toBe('1');
});

test('0 switches it off, and no address is kept', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0');
  for (let press = 0; press < 25; press += 1) await site.join();
  expect(await counted()).toEqual([]);
});

test.each([
  'X-Forwarded-For',
  'X-Real-IP',
  'X-NF-Client-Connection-IP',
  'Forwarded',
  'Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Cluster-Client-IP',
  'Fastly-Client-IP',
  'Via',
])('no header gets around it: %s', async (name) => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '1');
  await site.join();
  const headers = { [name]: name === 'Forwarded' ? 'for=198.51.100.9' : '198.51.100.9' };
  expect((await site.press(person({ headers }))).status).toBe(429);
  expect(await counted()).toEqual([KEYS.attempts('203.0.113.7')]);
});

test.each([
  ['WAITLIST_RATE_LIMIT', 'twenty'],
  ['WAITLIST_RATE_LIMIT', '-1'],
  ['WAITLIST_RATE_LIMIT', '2.5'],
  ['WAITLIST_RATE_LIMIT', 'Infinity'],
  ['WAITLIST_RATE_WINDOW_SECONDS', '0'],
  ['WAITLIST_RATE_WINDOW_SECONDS', '10m'],
])('%s=%s lets nobody in, and the log names it', async (name, value) => {
  vi.stubEnv(name, value);
  const { status, body } = await site.press(person());
  expect(status).toBe(503);
  expect(body).toEqual({ success: false, error: SIGNUP_ERRORS.unavailable });
  expect(lastLine(printed)).toMatchObject({ cause: expect.stringMatching(`^${name} must be`) });
  expect(await waitlist.redis.dbsize()).toBe(0);
});
