import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

let waitlist: Waitlist;
beforeAll(async () => {
  waitlist = await startWaitlist();
});
afterEach(() => {
  waitlist.faults.intercept = undefined;
});
afterAll(() => waitlist.stop());

const cli = (...args: string[]) => runCli(waitlist.env, ...args);

describe('what was typed wrong is a sentence and exit code 2', () => {
  test.each([
    [[], 'Usage: npm run waitlist'],
    [['lst'], "unknown command 'lst'"],
    [['list', '--bottom', '3'], "unknown option '--bottom'"],
    [['list', '--top', '0'], '--top takes a whole number from 1, such as --top 50.'],
    [['list', '--top', '1.5'], '--top takes a whole number from 1'],
    [['list', '--from', '-1'], '--from takes a whole number from 1'],
    [['find'], "missing required argument 'phone-or-code'"],
    [['find', '555'], 'neither a 10-digit phone number nor a referral code or link.'],
    [['find', '5559990000'], 'Nobody on the list has this phone number.'],
    [['find', 'FFFFFFFabcdefgh'], 'Nobody on the list has this code.'],
    [['export', 'people.xlsx'], 'The name of the file has to end with .csv or .jsonl.'],
    [['export', '/no/such/folder/people.csv'], 'cannot be written: there is no such folder.'],
    [['import', '/no/such/file.csv'], 'cannot be used (ENOENT).'],
  ])('%j', async (args, sentence) => {
    const { code, stdout, stderr } = await cli(...args);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('and a variable that is wrong', async () => {
    const { code, stderr } = await runCli(
      { ...waitlist.env, UPSTASH_REDIS_REST_URL: 'rediss://x' },
      'stats',
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^UPSTASH_REDIS_REST_URL must be the https:\/\/ address/);
  });
});

describe('a database that cannot be used is a sentence and exit code 3', () => {
  test('nobody answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const UPSTASH_REDIS_REST_URL = `http://127.0.0.1:${port}`;
    const { code, stderr } = await runCli({ ...waitlist.env, UPSTASH_REDIS_REST_URL }, 'stats');
    expect(code).toBe(3);
    expect(stderr).toBe(
      `Database: hosted, 127.0.0.1:${port}\n\nThe database cannot be used (ECONNREFUSED). See "What to watch" in docs/operations.md.\n`,
    );
  });

  test('the token is wrong', async () => {
    const env = { ...waitlist.env, UPSTASH_REDIS_REST_TOKEN: 'wrong' };
    const { code, stderr } = await runCli(env, 'list');
    expect(code).toBe(3);
    expect(stderr).toContain('The database cannot be used (UpstashError).');
  });

  test('it answers with nonsense', async () => {
    waitlist.faults.intercept = async () => ({ status: 502, body: '<html>' });
    expect((await cli('stats')).code).toBe(3);
  });

  test('it refuses, and its words, which hold the whole command, are not told', async () => {
    waitlist.faults.intercept = async () => ({
      status: 400,
      body: { error: 'OOM no memory left' },
    });
    const { code, stdout, stderr } = await cli('find', '5551234567');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('The database cannot be used (OOM).');
    expect(stderr).not.toContain('5551234567');
  });

  test('there is no Redis here to keep a local one', async () => {
    const env = { UPSTASH_REDIS_REST_URL: '', UPSTASH_REDIS_REST_TOKEN: '', PATH: '/nowhere' };
    const { code, stderr } = await runCli(env, 'stats');
    expect(code).toBe(3);
    expect(stderr).toContain('the local list lives in the memory of `npm start`');
  });
});

test('an empty list is no mistake', async () => {
  expect(await cli('stats')).toMatchObject({ code: 0, stdout: 'Nobody is on the list yet.\n' });
  expect(await cli('list')).toMatchObject({ code: 0, stdout: 'Nobody is on the list yet.\n' });
});

test('help is no mistake', async () => {
  const { code, stdout } = await cli('--help');
  expect(code).toBe(0);
  for (const name of ['stats', 'list', 'export', 'import', 'find']) {
    expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
  }
  expect((await cli('import', '--help')).stdout).toContain('--yes');
});
