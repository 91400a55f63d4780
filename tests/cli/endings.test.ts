import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { setUpWaitlist } from '../support/command.ts';
import { runCli, startCli } from '../support/run-cli.ts';

const used = setUpWaitlist();

const cli = (...args: string[]) => runCli(used.waitlist.env, ...args);

describe('what was typed wrong is a sentence and exit code 2', () => {
  test.each([
    [[], 'Usage: npm run waitlist'],
    [['lst'], "unknown command 'lst'"],
    [['list', '--bottom', '3'], "unknown option '--bottom'"],
    [['list', '--top', '1.5'], '--top takes a whole number from 1, such as --top 50.'],
    [['find'], "missing required argument 'phone-or-code'"],
    [['find', '555'], 'neither a 10-digit phone number nor a referral code or link.'],
    [['find', '5559990000'], 'Nobody on the list has this phone number.'],
    [['export', 'people.xlsx'], 'The name of the file has to end with .csv or .jsonl.'],
    [['import', '/no/such/file.csv'], '/no/such/file.csv cannot be used (ENOENT).'],
  ])('%j', async (args, sentence) => {
    const { code, stdout, stderr } = await cli(...args);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('and a variable that is wrong, without its value', async () => {
    const env = { ...used.waitlist.env, UPSTASH_REDIS_REST_URL: 'rediss://default:pass@x' };
    const { code, stderr } = await runCli(env, 'stats');
    expect(stderr).toMatch(/^UPSTASH_REDIS_REST_URL must be the plain https:\/\/ address/);
    expect(stderr).not.toContain('pass');
    expect(code).toBe(2);
  });
});

describe('a database that cannot be used is a sentence and exit code 3', () => {
  test('nobody answers', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const UPSTASH_REDIS_REST_URL = `http://127.0.0.1:${port}`;
    const { code, stderr } = await runCli(
      { ...used.waitlist.env, UPSTASH_REDIS_REST_URL },
      'stats',
    );
    expect(stderr).toBe(
      `Database: hosted, 127.0.0.1:${port}\n\nThe database cannot be used (ECONNREFUSED). See "What to watch" in docs/operations.md.\n`,
    );
    expect(code).toBe(3);
  });

  test('the token is wrong', async () => {
    const env = { ...used.waitlist.env, UPSTASH_REDIS_REST_TOKEN: 'wrong' };
    const { code, stderr } = await runCli(env, 'list');
    expect(stderr).toContain('The database cannot be used (UpstashError).');
    expect(code).toBe(3);
  });

  test('it refuses, and its words, which hold the whole command, are not told', async () => {
    used.waitlist.faults.intercept = async () => ({
      status: 400,
      body: { error: 'OOM no memory' },
    });
    const { code, stdout, stderr } = await cli('find', '5551234567');
    expect(stderr).toContain('The database cannot be used (OOM).');
    expect(stdout + stderr).not.toMatch(/5551234567|memory/);
    expect(code).toBe(3);
  });
});

test('an empty list is no mistake, and neither is help', async () => {
  for (const command of ['stats', 'list']) {
    expect(await cli(command)).toMatchObject({ code: 0, stdout: 'Nobody is on the list yet.\n' });
  }
  const { code, stdout } = await cli('--help');
  expect(code).toBe(0);
  for (const name of ['stats', 'list', 'find', 'export', 'import', 'remove', 'verify']) {
    expect(stdout).toMatch(RegExp(`^ {2}${name}\\b`, 'm'));
  }
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a command at once with 130, whatever it waits for',
  async (signal) => {
    let asked = false;
    used.waitlist.faults.intercept = () => {
      asked = true;
      return new Promise(() => {});
    };
    const { child, ended } = startCli(used.waitlist.env, 'list');
    while (!asked) await sleep(5);
    child.kill(signal);
    expect((await ended).code).toBe(130);
  },
);

test('Ctrl-C ends a question with 130, and nothing was changed', async () => {
  const list = join(mkdtempSync(join(tmpdir(), 'question-')), 'list.csv');
  writeFileSync(list, 'phone,first,last\n5551234567,Ana,Lee\n');
  const command = [process.execPath, 'tools/local/waitlist.ts', 'import', list];
  // A terminal, where it is a key and no signal.
  const args =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', ...command]
      : ['-qec', command.join(' '), '/dev/null'];
  const terminal = spawn('script', args, { env: { ...process.env, ...used.waitlist.env } });
  terminal.stdout.on('data', (text) => {
    if (String(text).includes('[y/N]')) terminal.stdin.write('\u0003');
  });
  const [code] = await once(terminal, 'close');
  expect(code).toBe(130);
  expect(await used.waitlist.redis.keys('*')).toEqual([]);
});

describe('what is printed', () => {
  const shell = (line: string) =>
    spawnSync(
      'bash',
      ['-c', `set -o pipefail; ${process.execPath} tools/local/waitlist.ts ${line}`],
      {
        env: { ...process.env, ...used.waitlist.env },
        encoding: 'utf8',
      },
    );

  test('to a full disk is a sentence and exit code 2', () => {
    const { status, stderr } = shell('--help > /dev/full');
    expect(stderr).toContain('What was said could not be written (ENOSPC).');
    expect(status).toBe(2);
  });

  test('to somebody who has seen enough is no mistake', () => {
    expect(shell('--help | true').status).toBe(0);
  });
});
