import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { joinWaitlist } from '../../src/waitlist/client/waitlist-api.ts';
import { ERRORS, MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { copy } from '../support/copy.ts';
import { listen } from '../support/listen.ts';

let answer: RequestListener;
const { url, close } = await listen((request, response) => answer(request, response));
// What a page's address is to fetch, Node's fetch reads from here (undici's setGlobalOrigin).
Object.assign(globalThis, { [Symbol.for('undici.globalOrigin.1')]: new URL(url) });
afterAll(close);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const statusKey = { referralCode: 'Xpwq6abDE1', statusToken: 'abcDEF1234' };
const form = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };
const { signal } = new AbortController();
const join = () => joinWaitlist(form, 'the-key-of-this-press', copy.member, signal);

const failure = { ok: false, message: 'Failed to join waitlist. Please try again.' };
const refusal = (code: unknown, error: unknown) => ({ success: false, code, error });
test.each<[status: number, body: unknown, read: object]>([
  [200, { success: true, position: 3, ...statusKey }, { position: 3, referralCount: 0 }],
  [200, { success: true, admitted: true, referralCount: 2, ...statusKey }, { referralCount: 2 }],
  [409, refusal('phone_registered', ERRORS.phone_registered), { message: MESSAGES.registered }],
  [409, refusal(undefined, 'Phone number already registered'), { message: MESSAGES.registered }],
  [418, refusal(undefined, 'Rate limit exceeded'), { message: MESSAGES.limited }],
  [200, refusal('of-tomorrow', 'The moon is full'), { message: 'The moon is full' }],
  ...['<h1>502 Bad Gateway</h1>', '{"success":tr', null, refusal('list_full', ''), {}].map(
    (body): [number, unknown, object] => [200, body, failure],
  ),
  [200, { success: true, ...statusKey }, failure],
  [200, { success: true, position: 0, ...statusKey }, failure],
  [200, { success: 'yes', position: 3, ...statusKey }, failure],
  [200, { success: true, position: 3, referralCode: statusKey.referralCode }, failure],
])('an answer of %i, %j, is read as %j', async (status, body, expected) => {
  answer = (_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  const ok = 'referralCount' in expected;
  const rest = ok ? statusKey : expected !== failure && { code: Object(body).code };
  expect(await join()).toEqual({ ok, ...expected, ...rest });
});

test("after a broken connection I read the error's own message, or ours", async () => {
  answer = (request) => request.socket.destroy();
  const advice = copy.member.nothingLost;
  expect(await join()).toEqual({ ok: false, message: 'fetch failed', advice });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('')));
  expect(await join()).toEqual({ ...failure, advice });
});

test.each(['', '{"success":true,'])(
  'after 15 seconds with no more than %j of an answer I may ask again',
  async (part) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const received = Promise.withResolvers<ServerResponse>();
    answer = (_, response) => received.resolve(response);
    const joined = join();
    const response = await received.promise;
    if (part) response.writeHead(200).write(part);
    const closed = once(response, 'close');
    await vi.advanceTimersByTimeAsync(14_999);
    expect(await Promise.race([joined, 'still waiting'])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await joined).toEqual({ ok: false, message: copy.member.tooSlow });
    await closed;
  },
);
