import type { RequestListener } from 'node:http';
import { expect, test, vi } from 'vitest';
import { IDEMPOTENCY_HEADER } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { listen } from '../../tools/local/listen.ts';
import { setUpFunctions } from '../support/call-function.ts';
import { KEYS, newVisitor } from '../support/waitlist.ts';

const { waitlist, functions, printed } = await setUpFunctions();

/** Starts an outage. May resolve with a function that ends it. */
type Outage = () => Promise<unknown>;

const respondWith = (status: number, body: unknown) => async () => {
  waitlist.faults.inject = async () => ({ status, body });
};
const refuse = (limit: string) => respondWith(400, { error: `ERR ${limit} exceeded. Zelda` });
const set = (name: 'URL' | 'TOKEN', value: string) => async () =>
  vi.stubEnv(`UPSTASH_REDIS_REST_${name}`, value);
const elsewhere = (listener: RequestListener) => async () => {
  const { url, close } = await listen(listener);
  await set('URL', url)();
  return close;
};
async function fill() {
  await waitlist.redis.config('SET', 'maxmemory', 1);
  return () => waitlist.redis.config('SET', 'maxmemory', 0);
}
async function hang() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  waitlist.faults.inject = (_, execute) => {
    vi.advanceTimersByTime(3_400);
    return execute();
  };
  return vi.useRealTimers;
}

const NO_REPLY = /^Redis's reply isn't the script's$/;
const NOT_REDIS = /^the response \(status (301|502)\) isn't JSON from Redis$/;

test.each<[what: string, begin: Outage, cause: RegExp]>([
  ['no variable names it', () => set('URL', '')().then(set('TOKEN', '')), / are missing: see /],
  ['nothing listens at its URL', set('URL', 'http://127.0.0.1:2'), /^ECONNREFUSED$/],
  ['every connection breaks', elsewhere(({ socket }) => socket.destroy()), /^UND_ERR_SOCKET$/],
  ['it hangs, and joins me later', hang, /^no response within 3400 ms$/],
  ['it is full', fill, /^OOM, the data/],
  ['its connections are used up', refuse('max concurrent connections'), /^the plan's connections/],
  ['its requests are used up', refuse('max requests limit'), /^the plan's requests/],
  ['the request is too large', refuse('max request size'), /^the request is larger than/],
  ['the list is too large', refuse('max single record size'), /^a key is as large as/],
  ['its token is wrong', set('TOKEN', 'x'), /^UPSTASH_REDIS_REST_TOKEN is wrong$/],
  ['it is closed to us', respondWith(403, 'Zelda'), /^403, the database is closed/],
  ['it is asked too often', respondWith(429, {}), /^the plan's requests are used/],
  ['it is a replica', respondWith(400, { error: 'READONLY Zelda' }), /^READONLY, the database/],
  ['it loads its data', respondWith(400, { error: 'LOADING Zelda 9876543210' }), /^LOADING$/],
  ['it refuses without a code', respondWith(500, { error: 'Zelda' }), /^Redis refused$/],
  ['it returns something else', respondWith(200, { result: 'OK' }), NO_REPLY],
  ['it returns too little', respondWith(200, { result: ['joined'] }), NO_REPLY],
  ['it returns a list', respondWith(200, []), /^the response \(status 200\) isn't/],
  ['a proxy responds', elsewhere((_, res) => res.writeHead(502).end('<p>Zelda')), NOT_REDIS],
  ['it moved', elsewhere((_, res) => res.writeHead(301, { Location: '/' }).end('{}')), NOT_REDIS],
])('%s: I can try again, the log says why, and I join once', async (_, begin, cause) => {
  const referrer = await waitlist.addMember();
  const me = newVisitor({ firstName: 'Zelda', phone: '9876543210', referralCode: referrer });
  const end = await begin();
  const { status, body, headers } = await functions.press({ ...me, key: undefined });
  if (typeof end === 'function') await end();
  expect(status).toBe(503);
  expect(body).toEqual({ success: false, code: 'unavailable', error: ERRORS.unavailable });
  const outcome = JSON.parse(printed.at(-1) ?? '');
  expect(outcome).toMatchObject({ outcome: 'unavailable', cause: expect.stringMatching(cause) });
  expect(printed.join()).not.toMatch(/Zelda|9876543210/);

  waitlist.faults.inject = undefined;
  vi.unstubAllEnvs();
  const key = headers.get(IDEMPOTENCY_HEADER) ?? '';
  expect((await functions.join({ ...me, key })).position).toBe(2);
  expect(await waitlist.referralsOf(referrer)).toBe(1);
  expect(await waitlist.redis.get(KEYS.lastJoinNumber)).toBe('2');
});
