import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { deploy, freshSite, lastLine, type Press, type Site } from '../support/call-function.ts';
import { person, someone } from '../support/waitlist.ts';

const { waitlist, site, printed } = freshSite();

/** The causes that the table for operators names, as the beginning of what a line shows. */
const documented = readFileSync('docs/operations.md', 'utf8')
  .match(/^\| `cause`.*?\n\n/ms)?.[0]
  .split('\n')
  .slice(2, -3)
  .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(.+?)`/g)])
  .map(([, name = '']) => RegExp(`^${name.replace('…', '.+')}(?![A-Z_])`));
const isDocumented = (cause = '') => Boolean(documented?.some((name) => name.test(cause)));

/** The press ends in the sentence for an outage and nothing else; the log says `cause`. */
async function expectOutage(on: Site, cause: string | RegExp, press: Press = person()) {
  const { status, body } = await on.press(press);
  expect(status).toBe(503);
  expect(body).toEqual({ success: false, error: SIGNUP_ERRORS.unavailable });
  expect(lastLine(printed)).toMatchObject({
    outcome: 'unavailable',
    cause: expect.stringMatching(cause),
  });
  expect(lastLine(printed)).toMatchObject({ cause: expect.toSatisfy(isDocumented) });
}

/** Another program in the database's stead, while `work` goes on. */
async function instead<T>(listener: RequestListener, work: (url: string) => Promise<T>) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const result = await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return result;
}

describe('Redis is away', () => {
  test('and nobody answers at its address', async () => {
    const gone = await instead(
      () => {},
      async (url) => url,
    );
    const front = await deploy({ ...waitlist.env, UPSTASH_REDIS_REST_URL: gone });
    await expectOutage(front, '^ECONNREFUSED$');
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
    await expectOutage(site, '^no answer within 5000 ms$', me);

    waitlist.faults.intercept = undefined;
    released.resolve();
    await executed.promise;
    expect((await site.join(me)).position).toBe(2);
    expect(await waitlist.redis.get(KEYS.joined)).toBe('2');
    expect(await waitlist.scoreOf(inviter.referralCode)).toBe(1 - SPOTS_PER_FRIEND);
  });

  test('a request that nobody waits for any more is ended, so that no connections pile up', async () => {
    let open = 0;
    const silent: RequestListener = (request) => {
      open += 1;
      request.once('close', () => {
        open -= 1;
      });
    };
    await instead(silent, async (url) => {
      const redis = connectRedis({ ...waitlist.env, UPSTASH_REDIS_REST_URL: url }, 100);
      const presses = Array.from({ length: 30 }, () => joinQueue(redis, someone()));
      const ends = await Promise.allSettled(presses);
      expect(ends.map(({ status }) => status)).toEqual(Array(30).fill('rejected'));
      // The other side learns of it a moment later.
      await expect.poll(() => open).toBe(0);
    });
  });
});

describe('Redis answers garbage', () => {
  test.each<unknown>([
    null,
    '<html>',
    {},
    { result: null },
    { result: 'OK' },
    { result: ['joined'] },
    { result: ['joined', null, 1] },
    { result: ['joined', 'FFFFFFFabcdefgh', 1.5] },
    { result: ['limited', 'soon'] },
    { result: ['left'] },
  ])('%j, and lets nobody in', async (body) => {
    waitlist.faults.intercept = async () => ({ status: 200, body });
    await expectOutage(site, /^(\w+Error|Redis answered something that is no reply.*)$/);
  });

  test.each([
    [400, 'ERR Ana Lee 5551234567'],
    [400, 'NOSCRIPT No matching script.'],
    [500, 'Ana Lee'],
    [503, 'ERR the database is away'],
  ])('or a %i that says %j, and neither she nor the log is told more', async (status, error) => {
    waitlist.faults.intercept = async () => ({ status, body: { error } });
    await expectOutage(site, /^(ERR|NOSCRIPT|UpstashError)$/);
  });

  test.each([200, 502])("or a proxy's page with status %i", async (status) => {
    await instead(
      (_, answer) => answer.writeHead(status).end('<h1>Ana Lee</h1>'),
      async (url) => {
        const broken = await deploy({ ...waitlist.env, UPSTASH_REDIS_REST_URL: url });
        await expectOutage(broken, `^the answer, of status ${status}, is no JSON$`);
      },
    );
  });

  test.each([301, 302, 307, 308])('or a redirect (%i), which is not followed', async (status) => {
    const asked: (string | undefined)[] = [];
    await instead(
      (request, answer) => {
        asked.push(request.url);
        answer.writeHead(status, { Location: '/elsewhere' }).end();
      },
      async (url) => {
        const broken = await deploy({ ...waitlist.env, UPSTASH_REDIS_REST_URL: url });
        await expectOutage(broken, '^UPSTASH_REDIS_REST_URL answers with a redirect$');
      },
    );
    expect(asked).toEqual(['/']);
  });
});

test.each([
  ['a token that is not the right one', { UPSTASH_REDIS_REST_TOKEN: 'secret' }, /^\w+$/],
  ['an URL that is none', { UPSTASH_REDIS_REST_URL: 'secret' }, /^UPSTASH_REDIS_REST_URL must be/],
  ['a limit that is no number', { WAITLIST_RATE_LIMIT: 'secret' }, /^WAITLIST_RATE_LIMIT must be/],
])('%s lets nobody in, and the log does not show it', async (_, wrong, cause) => {
  await expectOutage(await deploy({ ...waitlist.env, ...wrong }), cause);
  expect(printed.join('\n')).not.toContain('secret');
  expect(await waitlist.redis.dbsize()).toBe(0);
});

test('every cause that we can think of is in the table for operators', async () => {
  const folder = 'netlify/queue';
  const sources = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const sentences = sources.join('').matchAll(/(?:new Unavailable|invalid)\(\s*['`](.+?)['`]/g);
  const ours = Array.from(sentences, ([, text = '']) =>
    text.replace(/^\$\{name\}/, 'UPSTASH_X').replace(/\$\{.+?\}/g, '7'),
  );
  expect(ours.length).toBeGreaterThan(9);
  // Of Redis's src/server.c, of Node's system and TLS errors and of undici.
  const theirs =
    'WRONGTYPE NOSCRIPT LOADING BUSY MASTERDOWN MISCONF READONLY NOAUTH NOPERM WRONGPASS OOM NOREPLICAS ERR CROSSSLOT TRYAGAIN CLUSTERDOWN MOVED ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EPIPE EHOSTUNREACH ENETUNREACH EPROTO UND_ERR_SOCKET UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT HPE_INVALID_CONSTANT CERT_HAS_EXPIRED ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_SSL_WRONG_VERSION_NUMBER';
  expect([...ours, ...theirs.split(' ')].filter((cause) => !isDocumented(cause))).toEqual([]);
});

test('a connection that broke once is tried again, and nobody is told or counted twice', async () => {
  await waitlist.redis.script('FLUSH');
  const seen: unknown[] = [];
  waitlist.faults.intercept = async (request, execute) => {
    const answer = await execute();
    seen.push(Object(request)[0]);
    if (seen.length === 2) throw new Error('cut');
    return answer;
  };
  expect((await site.join(person())).position).toBe(1);
  expect(seen).toEqual(['evalsha', 'eval', 'eval']);
  expect(await waitlist.redis.get(KEYS.joined)).toBe('1');
});
