import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { joinWaitlist } from '../../src/waitlist/client/ask-waitlist.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';

let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));

// What a page's address is to fetch, Node's fetch reads from here (undici's setGlobalOrigin).
const ORIGIN = Symbol.for('undici.globalOrigin.1');

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(globalThis, { [ORIGIN]: new URL(`http://127.0.0.1:${port}`) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const statusKey = { referralCode: 'FFFFFFEabcDEF12', statusToken: 'abcDEF1234' };
const signup = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567', referralCode: undefined };
const join = (signal = new AbortController().signal) =>
  joinWaitlist(signup, 'the-key-of-this-press', signal);
const answers =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

/** Lets requests wait for an answer; resolves with the response of the first. */
function silence() {
  const asked = Promise.withResolvers<ServerResponse>();
  answer = (_, response) => asked.resolve(response);
  return asked.promise;
}
const closed = (response: ServerResponse) =>
  new Promise((resolve) => response.once('close', resolve));

test('one press is one request, with the form and its key and nothing else', async () => {
  const seen: unknown[] = [];
  answer = async (request, response) => {
    const { method, url, headers } = request;
    const sent = [headers['content-type'], headers['idempotency-key']];
    seen.push([method, url, ...sent, await json(request)]);
    answers({ success: true, position: 3, ...statusKey })(request, response);
  };
  expect(await join()).toEqual({ ok: true, position: 3, friendsJoined: 0, ...statusKey });
  const form = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };
  const sent = ['application/json', 'the-key-of-this-press', form];
  expect(seen).toEqual([['POST', '/.netlify/functions/waitlist-signup', ...sent]]);
});

test('a member who was admitted before the answer came reads that, without a position', async () => {
  answer = answers({ success: true, admitted: true, friendsJoined: 2, ...statusKey });
  expect(await join()).toEqual({ ok: true, friendsJoined: 2, ...statusKey });
});

test.each([
  [409, SIGNUP_ERRORS.phone_registered, 'This phone number is already on the waitlist!'],
  [429, SIGNUP_ERRORS.rate_limited, 'Too many attempts. Please wait a moment and try again.'],
  [418, 'I am a teapot', 'I am a teapot'],
])('a %i that says "%s" is told as "%s"', async (status, error, message) => {
  answer = answers({ success: false, error }, status);
  expect(await join()).toEqual({ ok: false, message, status });
});

test.each<unknown>([
  ...['<h1>502 Bad Gateway</h1>', '{"success":tr', 'null', { success: false }],
  ...[
    { success: false, error: '' },
    { success: false, error: { message: 'x' } },
  ],
  { success: true, position: 3, referralCode: statusKey.referralCode },
  ...[
    { success: true, ...statusKey },
    { success: true, position: 0, ...statusKey },
  ],
  { success: 'yes', position: 3, ...statusKey },
])('an answer of another program is told as a failure: %j', async (body) => {
  answer = answers(body);
  const message = 'Failed to join waitlist. Please try again.';
  expect(await join()).toEqual({ ok: false, message });
});

test("a connection that breaks is told in the error's own message, or in ours", async () => {
  answer = (request) => request.socket.destroy();
  const advice = MESSAGES.nothingLost;
  expect(await join()).toEqual({ ok: false, message: 'fetch failed', advice });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('')));
  expect(await join()).toMatchObject({ ok: false, message: MESSAGES.noAnswer });
});

test.each(['', '{"success":true,'])(
  'after 15 seconds with no more than %j of an answer, I may safely ask again',
  async (part) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = silence();
    const joined = join();
    const response = await asked;
    const left = closed(response);
    if (part) response.writeHead(200).write(part);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(await Promise.race([joined, 'still waiting'])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await joined).toEqual({ ok: false, message: MESSAGES.tooSlow });
    await left;
  },
);

test('going back ends the request, and nothing is told', async () => {
  const back = new AbortController();
  const asked = silence();
  const joined = join(back.signal);
  const left = closed(await asked);
  back.abort();
  expect(await joined).toBeUndefined();
  await left;
});
