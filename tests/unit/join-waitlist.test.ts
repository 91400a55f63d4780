import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ANSWER_DEADLINE_MS } from '../../src/waitlist/client/ask-function.ts';
import { joinWaitlist } from '../../src/waitlist/client/ask-waitlist.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer;
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

const STATUS_KEY = { referralCode: 'FFFFFFEabcDEF12', statusToken: 'abcDEF1234' };
const signup = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567', referralCode: undefined };
const join = (signal = new AbortController().signal) =>
  joinWaitlist(signup, 'the-key-of-this-press', signal);
const answers =
  (body: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

/** An answer that never comes; `asked` says when it was asked for. */
function silence() {
  const asked = Promise.withResolvers<ServerResponse>();
  answer = (_, response) => asked.resolve(response);
  return asked.promise;
}

test('one press is one request, with the form and its key and nothing else', async () => {
  const seen: unknown[] = [];
  answer = async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, body: await json(request) });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'the-key-of-this-press',
    });
    answers({ success: true, position: 3, ...STATUS_KEY })(request, response);
  };
  expect(await join()).toEqual({ ok: true, position: 3, friendsJoined: 0, ...STATUS_KEY });
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/.netlify/functions/waitlist-signup',
      body: { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' },
    },
  ]);
});

test('who was let in before her answer came reads that, without a position', async () => {
  answer = answers({ success: true, admitted: true, friendsJoined: 2, ...STATUS_KEY });
  expect(await join()).toEqual({ ok: true, friendsJoined: 2, ...STATUS_KEY });
});

describe('what I read when it went wrong', () => {
  test.each([
    [409, SIGNUP_ERRORS.phone_registered, 'This phone number is already on the waitlist!'],
    [429, SIGNUP_ERRORS.rate_limited, 'Too many attempts. Please wait a moment and try again.'],
    [418, 'I am a teapot', 'I am a teapot'],
  ])('a %i that says "%s"', async (status, error, message) => {
    answer = answers({ success: false, error }, status);
    expect(await join()).toEqual({ ok: false, message, status });
  });

  test.each<unknown>([
    '<h1>502 Bad Gateway</h1>',
    '{"success":tr',
    'null',
    { success: false },
    { success: false, error: '' },
    { success: false, error: { message: 'x' } },
    { success: true, position: 3 },
    { success: true, position: 3, referralCode: STATUS_KEY.referralCode },
    { success: true, ...STATUS_KEY },
    { success: true, position: 0, ...STATUS_KEY },
    { success: 'yes', position: 3, ...STATUS_KEY },
  ])('an answer that is not ours: %j', async (body) => {
    answer = answers(body);
    const message = 'Failed to join waitlist. Please try again.';
    expect(await join()).toEqual({ ok: false, message });
  });

  test("a connection that breaks is told in the error's own message", async () => {
    answer = (request) => request.socket.destroy();
    const advice = MESSAGES.nothingLost;
    expect(await join()).toEqual({ ok: false, message: 'fetch failed', advice });
  });

  test('an error that has no message is told in ours', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('')));
    expect(await join()).toMatchObject({ ok: false, message: MESSAGES.noAnswer });
  });

  test('after 15 seconds of silence, that my spot is safe to ask for again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = silence();
    const joined = join();
    const response = await asked;
    const left = new Promise((resolve) => response.once('close', resolve));
    await vi.advanceTimersByTimeAsync(ANSWER_DEADLINE_MS - 1);
    expect(await Promise.race([joined, 'still waiting'])).toBe('still waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await joined).toEqual({
      ok: false,
      message: expect.stringContaining('Your spot is safe to ask for again'),
    });
    expect(ANSWER_DEADLINE_MS).toBe(15_000);
    await left;
  });

  test('an answer that stops in the middle is given up as well', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = silence();
    const joined = join();
    (await asked).writeHead(200).write('{"success":true,');
    await vi.advanceTimersByTimeAsync(ANSWER_DEADLINE_MS);
    expect(await joined).toMatchObject({ ok: false, message: expect.stringContaining('safe') });
  });
});

test('going back ends the request, and says nothing', async () => {
  const leave = new AbortController();
  const asked = silence();
  const joined = join(leave.signal);
  const response = await asked;
  const left = new Promise((resolve) => response.once('close', resolve));
  leave.abort();
  expect(await joined).toBeUndefined();
  await left;
});
