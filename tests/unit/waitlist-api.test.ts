import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { DEADLINE_MS as REDIS_DEADLINE_MS } from '../../netlify/queue/redis.ts';
import { DEADLINE_MS } from '../../src/waitlist/client/send.ts';
import {
  joinWaitlist,
  readAnswer,
  readSignupMember,
} from '../../src/waitlist/client/waitlist-api.ts';
import { FORM_MESSAGES, NO_ANSWER } from '../../src/waitlist/shared/form-messages.ts';
import { listen } from '../../tools/local/listen.ts';

let respond: RequestListener;
const { url, close } = await listen((request, response) => respond(request, response));
// Node's fetch resolves relative URLs against this origin (undici's setGlobalOrigin).
Object.assign(globalThis, { [Symbol.for('undici.globalOrigin.1')]: new URL(url) });
afterAll(close);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const form = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };
const { signal } = new AbortController();
const join = () => joinWaitlist(form, 'the-key-of-this-press', signal);

const failure = (message: string, code?: string) => ({ ok: false, message, code });
const code = 'phone_registered';
const registered = { ...failure(FORM_MESSAGES[code], code), fields: ['phone'] };
const limited = failure(FORM_MESSAGES.rate_limited);
const noAnswer = failure(NO_ANSWER);
const success = { success: true, position: 7, referralCode: 'Xpwq64k2m7' };
const { lastName: _, ...entered } = form;
const named = { ...entered, position: 7, referralCode: 'Xpwq64k2m7' };
const joinedMember = { ok: true, ...named };
const statusKey = { referralCode: 'Xpwq64k2m7', statusToken: 'abcDEF1234' };
const admitted = { position: null };
const refusal = { success: false, error: 'Phone number already registered' };
test.each<[httpStatus: number, body: unknown, read: object]>([
  [200, success, joinedMember],
  [200, { ...success, ...statusKey }, { ...joinedMember, statusKey }],
  [200, { ...success, ...statusKey, ...admitted }, { ...joinedMember, statusKey, ...admitted }],
  [200, { ...success, ...admitted }, noAnswer],
  [409, refusal, registered],
  [409, { ...success, ...refusal }, { ...registered, registered: named }],
  [409, { ...success, ...refusal, ...admitted }, registered],
  [
    409,
    { ...success, ...refusal, ...admitted, code },
    { ...registered, registered: { ...named, ...admitted } },
  ],
  [429, { success: false, error: 'Rate limit exceeded' }, limited],
  [429, '<h1>429 Too Many Requests</h1>', limited],
  [503, { error: 'Full since May', code: 'list_full' }, failure('Full since May', 'list_full')],
  [400, { code: 'unavailable' }, failure(NO_ANSWER, 'unavailable')],
  [200, { success: false, error: 'The moon is full' }, failure('The moon is full')],
  [200, { ...success, success: 'yes' }, noAnswer],
  [200, { ...success, ...statusKey, position: 0 }, noAnswer],
  [200, { ...success, ...statusKey, position: '7' }, noAnswer],
  [200, { ...success, referralCode: undefined }, noAnswer],
  [502, '<h1>502 Bad Gateway</h1>', noAnswer],
  [200, 'null', noAnswer],
])('a response of %i, %j, is read as %j', (httpStatus, body, expected) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const read = readAnswer(httpStatus, text, (answer) => readSignupMember(answer, form));
  expect(read).toEqual(expected);
});

test("after a broken connection I read the browser's own message, or ours", async () => {
  respond = (request) => request.socket.destroy();
  expect(await join()).toEqual(failure('fetch failed', 'connection'));
  vi.stubGlobal('fetch', () => Promise.reject(new Error('')));
  expect(await join()).toEqual(failure(NO_ANSWER, 'connection'));
});

test.each(['', '{"a":'])('a request that gets only %j times out', async (part) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const received = Promise.withResolvers<ServerResponse>();
  respond = (_, response) => received.resolve(response);
  const joined = join();
  const response = await received.promise;
  if (part) response.writeHead(200).write(part);
  const closed = once(response, 'close');
  await vi.advanceTimersByTimeAsync(DEADLINE_MS - 1);
  expect(await Promise.race([joined, 'still waiting'])).toBe('still waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(await joined).toMatchObject({ ok: false, code: 'timeout' });
  await closed;
});

test('the page waits longer than a function for its slowest script', () => {
  // EVALSHA and EVAL, each sent twice.
  expect(4 * REDIS_DEADLINE_MS).toBeLessThan(DEADLINE_MS);
});
