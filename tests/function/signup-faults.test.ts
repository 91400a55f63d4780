import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { KEYS } from '../../netlify/queue/queue.ts';
import { REDIS_DEADLINE_MS } from '../../netlify/queue/redis.ts';
import { startRestGateway } from '../../tools/local/rest-gateway.ts';
import {
  type DeployedFunction,
  deploy,
  lastLine,
  type Press,
  person,
  recordConsole,
} from '../support/call-function.ts';
import { startTestRedis } from '../support/redis.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

const printed = recordConsole();
let waitlist: Waitlist;
let site: DeployedFunction;
beforeAll(async () => {
  waitlist = await startWaitlist();
});
beforeEach(async () => {
  vi.unstubAllEnvs();
  waitlist.faults.intercept = undefined;
  await waitlist.redis.flushall();
  site = await deploy(waitlist.env);
});
afterAll(() => waitlist.stop());

/** The press ends in the sentence for an outage and nothing else; the log says `cause`. */
async function expectOutage(on: DeployedFunction, cause: string | RegExp, press: Press = person()) {
  const { status, body } = await on.press(press);
  expect(status).toBe(503);
  expect(body).toEqual({
    success: false,
    error: 'We could not reach the waitlist. Please try again in a moment.',
  });
  expect(lastLine(printed)).toMatchObject({
    outcome: 'unavailable',
    cause: expect.stringMatching(cause),
  });
}

async function expectFastOutage(...args: Parameters<typeof expectOutage>) {
  const start = performance.now(); // It does not wait for the deadline.
  await expectOutage(...args);
  expect(performance.now() - start).toBeLessThan(REDIS_DEADLINE_MS);
}

describe('Redis is away', () => {
  test('at the other end of a gateway that answers', async () => {
    const doomed = await startTestRedis();
    const gateway = await startRestGateway({ redis: doomed, token: 'test-token' });
    const front = await deploy({ ...waitlist.env, UPSTASH_REDIS_REST_URL: gateway.url });
    await front.join();
    await doomed.stop();
    await expectFastOutage(front, 'ERR');
    await gateway.close();
    await expectFastOutage(front, /^(ECONNREFUSED|UND_ERR_SOCKET)$/);
  });

  test('while my request is under way, and the next press works', async () => {
    waitlist.faults.intercept = () => Promise.reject(new Error('cut'));
    const me = person();
    await expectFastOutage(site, 'UND_ERR_SOCKET', me);
    waitlist.faults.intercept = undefined;
    expect((await site.join(me)).position).toBe(1);
  });

  test('or silent: I am told so after five seconds, and what it does later does no harm', async () => {
    const inviter = await site.join();
    const released = Promise.withResolvers<void>();
    const executed = Promise.withResolvers<void>();
    waitlist.faults.intercept = async (_, execute) => {
      await released.promise;
      const answer = await execute();
      executed.resolve();
      return answer;
    };
    const me = person({ referralCode: inviter.referralCode });
    const start = performance.now(); // It does not wait for the deadline.
    await expectOutage(site, `^no answer within ${REDIS_DEADLINE_MS} ms$`, me);
    const waited = performance.now() - start;
    expect(REDIS_DEADLINE_MS).toBe(5000);
    expect(waited).toBeGreaterThan(4990);
    expect(waited).toBeLessThan(6000);

    waitlist.faults.intercept = undefined;
    released.resolve();
    await executed.promise;
    expect((await site.join(me)).position).toBe(2);
    expect(await waitlist.redis.get(KEYS.joined)).toBe('2');
    expect(await waitlist.scoreOf(inviter.referralCode)).toBe(1 - 5);
  });
});

describe('Redis takes no writes', () => {
  test('for want of memory: nothing is half done, and the next press works', async () => {
    await waitlist.redis.config('SET', 'maxmemory', '1');
    await expectFastOutage(site, '^OOM$');
    await waitlist.redis.config('SET', 'maxmemory', '0');
    expect(await waitlist.redis.dbsize()).toBe(0);
    expect((await site.join()).position).toBe(1);
  });

  test('because it is a replica', async () => {
    await waitlist.redis.replicaof('127.0.0.1', 1);
    await expectFastOutage(site, '^READONLY$');
    await waitlist.redis.replicaof('NO', 'ONE');
    expect(await waitlist.redis.dbsize()).toBe(0);
  });
});

describe('an answer gets lost after Redis has done its work', () => {
  test('and pressing again gives one member, one credit and the same place', async () => {
    const inviter = await site.join();
    waitlist.faults.intercept = async (_, execute) => {
      await execute();
      throw new Error('cut');
    };
    const me = person({ referralCode: inviter.referralCode });
    for (let press = 0; press < 3; press += 1) await expectFastOutage(site, 'UND_ERR_SOCKET', me);
    waitlist.faults.intercept = undefined;
    const { position, referralCode } = await site.join({ ...me, firstName: 'Anna' });
    expect(position).toBe(2);
    expect(await site.join(me)).toMatchObject({ position: 2, referralCode });
    expect(await waitlist.redis.hlen(KEYS.members)).toBe(2);
    expect(await waitlist.redis.zcard(KEYS.queue)).toBe(2);
    expect(await waitlist.scoreOf(inviter.referralCode)).toBe(1 - 5);
  });

  test('also when Redis had forgotten the script', async () => {
    await waitlist.redis.script('FLUSH');
    const seen: unknown[] = [];
    waitlist.faults.intercept = async (request, execute) => {
      seen.push(Object(request)[0]);
      const answer = await execute();
      if (answer.status === 200) throw new Error('cut');
      return answer;
    };
    const me = person();
    await expectFastOutage(site, 'UND_ERR_SOCKET', me);
    // The client tries a broken connection once more.
    expect(seen).toEqual(['evalsha', 'eval', 'eval']);
    waitlist.faults.intercept = undefined;
    expect((await site.join(me)).position).toBe(1);
    expect(await waitlist.redis.get(KEYS.joined)).toBe('1');
  });
});

describe('Redis answers garbage', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test.each<unknown>([
    null,
    7,
    '<html>',
    [],
    {},
    { result: null },
    { result: 'OK' },
    { result: {} },
    { result: [] },
    { result: [base64('joined')] },
    { result: [base64('joined'), base64('FFFFFFFabcdefgh'), base64('1')] },
    { result: [base64('joined'), null, 1] },
    { result: [base64('joined'), base64('FFFFFFFabcdefgh'), 1.5] },
    { result: [base64('limited'), base64('soon')] },
    { result: [base64('left')] },
    { result: [[base64('registered')]] },
  ])('%j, and lets nobody in', async (body) => {
    waitlist.faults.intercept = async () => ({ status: 200, body });
    await expectFastOutage(site, /^(\w+Error|Redis answered something that is no reply.*)$/);
  });

  test.each([
    [400, 'ERR Ana Lee 5551234567'],
    [400, 'NOSCRIPT No matching script.'],
    [429, 'ERR max daily request limit exceeded'],
    [500, 'Ana Lee'],
    [401, 'WRONGPASS'],
  ])('or a %i that says %j, and neither she nor the log is told more', async (status, error) => {
    waitlist.faults.intercept = async () => ({ status, body: { error } });
    await expectFastOutage(site, /^(ERR|NOSCRIPT|UpstashError)$/);
  });

  test.each([200, 502])("or a proxy's page with status %i", async (status) => {
    const proxy = createServer((_, answer) => answer.writeHead(status).end('<h1>Oops</h1>'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await expectFastOutage(await deploy({ ...waitlist.env, UPSTASH_REDIS_REST_URL: url }), /^\w+$/);
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
});

describe('the environment is wrong', () => {
  test.each(['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'])(
    'the log names %s when it is missing or empty',
    async (name) => {
      for (const value of [undefined, '']) {
        const broken = await deploy({ ...waitlist.env, [name]: value });
        await expectFastOutage(broken, `^${name} is missing`);
      }
    },
  );

  test('a token that is not the right one joins nobody, and is not shown', async () => {
    const broken = await deploy({ ...waitlist.env, UPSTASH_REDIS_REST_TOKEN: 'wrong-token' });
    await expectFastOutage(broken, /^\w+$/);
    expect(printed.join('\n')).not.toContain('wrong-token');
    expect(await waitlist.redis.dbsize()).toBe(0);
  });

  test('the log names the URL that is none, and does not show it', async () => {
    const broken = await deploy({ ...waitlist.env, UPSTASH_REDIS_REST_URL: 'rediss://secret@x' });
    await expectFastOutage(broken, /^UPSTASH_REDIS_REST_URL must be/);
    expect(printed.join('\n')).not.toContain('secret');
  });
});

test('a connection that broke once is tried again, and nobody is told', async () => {
  let calls = 0;
  waitlist.faults.intercept = async (_, execute) => {
    const answer = await execute();
    calls += 1;
    if (calls === 1) throw new Error('cut');
    return answer;
  };
  expect((await site.join(person())).position).toBe(1);
  expect(calls).toBe(2);
  expect(await waitlist.redis.get('{waitlist}:joined')).toBe('1');
});
