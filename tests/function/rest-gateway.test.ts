import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis as UpstashRedis } from '@upstash/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRedis } from '../../tools/local/local-redis.ts';
import { MAX_BODY_BYTES, startRestGateway } from '../../tools/local/rest-gateway.ts';
import { startTestRedis } from '../support/test-redis.ts';

const token = 'a-token';
let redis: Awaited<ReturnType<typeof startTestRedis>>;
let gateway: Awaited<ReturnType<typeof startRestGateway>>;
let upstash: UpstashRedis;

beforeAll(async () => {
  redis = await startTestRedis();
  gateway = await startRestGateway({ redis, token });
  upstash = new UpstashRedis({ url: gateway.url, token });
});
beforeEach(() => redis.client.flushall());
afterAll(async () => {
  await gateway.close();
  await redis.stop();
});

async function post(
  body: unknown,
  path = '/',
  headers: Record<string, string> = {},
  url = gateway.url,
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const base64 = { 'Upstash-Encoding': 'base64' };
const nested = `return {'é😀', 7, false, {'OK', {'deep'}}}`;

describe('through the client with its defaults', () => {
  test('text, OK, a missing value and integers are what the service says', async () => {
    const text = 'Zoë 😀\n"quoted"';
    expect(await upstash.set('name', text)).toBe('OK');
    expect(await upstash.get('name')).toBe(text);
    expect(await upstash.get('missing')).toBeNull();
    expect(await upstash.incrby('n', 4)).toBe(4);
    await upstash.hset('h', { state: 'OK' });
    expect(await upstash.hgetall('h')).toEqual({ state: 'OK' });
  });

  test('a script answers with nested lists', async () => {
    expect(await upstash.eval(nested, [], [])).toEqual(['é😀', 7, null, ['OK', ['deep']]]);
  });

  test('a script is run by its hash, and an unknown hash is an error', async () => {
    const hash = await upstash.scriptLoad('return ARGV[1]');
    expect(await upstash.evalsha(hash, [], ['hello'])).toBe('hello');
    await expect(upstash.evalsha('f'.repeat(40), [], [])).rejects.toThrow('NOSCRIPT');
  });

  test('transactions at the same time do not mix', async () => {
    const pairs = Array.from({ length: 50 }, () => upstash.multi().incr('n').incr('n').exec());
    for (const [first, second] of await Promise.all(pairs)) expect(second).toBe(Number(first) + 1);
  });
});

describe('over plain HTTP', () => {
  test('answers are plain, or base64 when asked for, but OK and numbers never are', async () => {
    const script = ['EVAL', nested, 0];
    expect((await post(script)).body).toEqual({ result: ['é😀', 7, null, ['OK', ['deep']]] });
    const encoded = ['w6nwn5iA', 7, null, ['T0s=', ['ZGVlcA==']]];
    expect((await post(script, '/', base64)).body).toEqual({ result: encoded });
    expect((await post(['SET', 'a', 1], '/', base64)).body).toEqual({ result: 'OK' });
    expect((await post(['GET', 'a'], '/', base64)).body).toEqual({ result: 'MQ==' });
    expect((await post(['GET', 'a'])).body).toEqual({ result: '1' });
  });

  test('bytes that are no text survive base64, and a hash is a flat list', async () => {
    await redis.client.hset('h', 'a', Buffer.from([0xff, 0x00, 0x80]));
    expect((await post(['hgetall', 'h'], '/', base64)).body).toEqual({ result: ['YQ==', '/wCA'] });
  });

  test('a failing command is a 400 with the words of Redis', async () => {
    expect(await post(['GET'])).toEqual({
      status: 400,
      body: { error: "ERR wrong number of arguments for 'get' command" },
    });
  });

  test('in a pipeline one failing command fails alone', async () => {
    const commands = [['SET', 'a', 'x'], ['INCR', 'a'], ['MONITOR'], ['GET', 'a']];
    expect(await post(commands, '/pipeline', base64)).toEqual({
      status: 200,
      body: [
        { result: 'OK' },
        { error: 'ERR value is not an integer or out of range' },
        { error: "ERR Command is not available: 'MONITOR'" },
        { result: 'eA==' },
      ],
    });
  });

  test('in a transaction a command that fails while running fails alone', async () => {
    const commands = [
      ['SET', 'a', 'x'],
      ['INCR', 'a'],
      ['GET', 'a'],
    ];
    const [, failed, last] = (await post(commands, '/multi-exec')).body;
    expect(failed.error).toMatch(/^ERR value is not an integer/);
    expect(last).toEqual({ result: 'x' });
  });

  test.each([
    ['a command Redis does not know', ['NONSENSE'], /^EXECABORT/],
    ['a command that is refused', ['EXEC'], /not available/],
  ])('a transaction with %s changes nothing', async (_, command, error) => {
    const { status, body } = await post([['SET', 'a', 'x'], command], '/multi-exec');
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
    expect(await redis.client.exists('a')).toBe(0);
  });

  test.each(['/', '/pipeline', '/multi-exec'])('%s wants the token', async (path) => {
    const refused = { status: 401, body: { error: 'Unauthorized' } };
    expect(await post([['PING']], path, { authorization: 'Bearer wrong' })).toEqual(refused);
    expect(await post([['PING']], path, { authorization: '' })).toEqual(refused);
  });

  test.each(['{broken', '', '{}', '[]', '[1]', '"GET"', '["SET","a",null]', '["SET","a",{}]'])(
    '%j is no command',
    async (body) => {
      expect((await post(body)).status).toBe(400);
      expect((await post(body, '/pipeline')).status).toBe(400);
      expect((await post(body, '/multi-exec')).status).toBe(400);
    },
  );

  test('other methods, paths and sizes are refused', async () => {
    expect((await fetch(gateway.url)).status).toBe(405);
    expect((await post(['PING'], '/elsewhere')).status).toBe(404);
    expect((await post(['SET', 'a', 'x'.repeat(MAX_BODY_BYTES)])).status).toBe(413);
  });
});

describe('when things go wrong', () => {
  test('a Redis that goes away, even in mid-command, is a 503 at once', async () => {
    const doomed = await startTestRedis();
    const front = await startRestGateway({ redis: doomed, token });
    const ask = (path: string, body: unknown) => post(body, path, {}, front.url);
    const away = { status: 503, body: { error: 'ERR the database is away' } };
    const waiting = ask('/', ['BLPOP', 'nothing', 0]);
    await expect.poll(() => doomed.client.client('LIST')).toContain('cmd=blpop');
    await doomed.stop();
    expect(await waiting).toEqual(away);

    const start = performance.now();
    expect(await ask('/', ['PING'])).toEqual(away);
    for (const path of ['/pipeline', '/multi-exec']) {
      expect(await ask(path, [['PING'], ['PING']])).toEqual(away);
    }
    expect(performance.now() - start).toBeLessThan(500);
    await front.close();
  });

  test('a Redis that comes back is found again', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'gateway-'));
    const before = await startRedis({ dir });
    const front = await startRestGateway({ redis: before, token });
    const client = new UpstashRedis({ url: front.url, token, retry: { retries: 0 } });
    await client.set('name', 'Zoë');
    await before.stop();
    await expect(client.get('name')).rejects.toThrow('the database is away');

    const after = await startRedis({ dir });
    await expect.poll(() => client.get('name').catch(() => undefined)).toBe('Zoë');
    await front.close();
    await after.stop();
    rmSync(dir, { recursive: true });
  });

  test('without a Redis at the start it says so', async () => {
    const nowhere = { path: '/nowhere' };
    await expect(startRestGateway({ redis: nowhere, token })).rejects.toThrow();
  });
});
