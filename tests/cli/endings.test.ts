import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { setUpWaitlist } from '../support/command.ts';

const { run, start, redis, upstash, faults, env, file, memberBack, everything } =
  await setUpWaitlist();
const program = `${process.execPath} tools/local/command-line.ts`;

test.each<[string[], string]>([
  [[], 'Usage: npm run waitlist'],
  [['lst'], "unknown command 'lst'"],
  [['list', '--bottom', '3'], "unknown option '--bottom'"],
  [['list', '--top', '1.5'], 'It has to be a whole number from 1, such as 50.'],
  [['find'], "missing required argument 'phone-code-or-name'"],
  [['find', '555'], 'neither a 10-digit phone number nor a referral code or link.'],
  [['find', 'Nobody'], 'Nobody on the list has this name, phone number, code or link.'],
  [['find', '5559990000'], 'Nobody on the list has this phone number.'],
  [['export', 'list.jsonl', '--top', '5'], 'A whole copy has no top: name a .csv.'],
  [['report', 'report.pdf'], 'The name of the file has to end with .html.'],
  [['export', 'people.xlsx'], 'The name of the file has to end with .csv or .jsonl.'],
  [['opt-out', '555'], 'neither a 10-digit phone number nor a file'],
  [['export', 'a.csv', '--wave', 'october-1'], '--wave goes with --for-texts.'],
  [['export', 'a.csv', '--for-texts', '--top', '5'], '--for-texts takes no --top.'],
  [['admit', '--code', '', '--wave', 'a'], 'neither a 10-digit phone number nor a referral code'],
  [['import', '/no/such/file.csv'], '/no/such/file.csv cannot be used (ENOENT).'],
])('%j is a sentence and exit code 2', async (args, sentence) => {
  const { code, stdout, stderr } = await run(args);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('whatever changes the list asks first', async () => {
  const { referralCode: ana } = await memberBack({ phone: '5551234567' });
  const { referralCode: bea } = await memberBack();
  await admitMembers(upstash, 'a', [bea]);
  await redis.set(KEYS.attempts('203.0.113.7'), 1);
  const [people, list] = [file('people.csv'), file('list.jsonl')];
  writeFileSync(people, 'phone,first,last\n5559990000,Ana,Lee\n');
  await run(['export', list]);
  async function isAsked(command: string) {
    const before = await everything();
    const { code, stderr } = await run(command.split(' '));
    expect(stderr).toMatch(/\? Nobody is here to answer: add --yes if you mean it\.\n$/);
    expect(code).toBe(2);
    expect(await everything()).toBe(before);
  }
  await isAsked('admit --top 1 --wave b');
  await isAsked('admit --undo a');
  await isAsked('opt-out 5551234567');
  await isAsked(`import ${people}`);
  await isAsked(`correct ${ana} --first-name Zoë`);
  await isAsked(`remove ${ana}`);
  await isAsked('verify --fix');
  await redis.flushall();
  await isAsked(`import ${list}`);
});

test('a whole copy needs no SITE_URL', async () => {
  const { code } = await run(['export', file('a.jsonl')], { SITE_URL: 'fabio' });
  expect(code).toBe(0);
});

test.each([[], ['--for-texts']])(
  'an export %j to a SITE_URL that is none, too',
  async (...more) => {
    const ended = await run(['export', file('a.csv'), ...more], { SITE_URL: 'fabio' });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/\n\nSITE_URL must be the address of the site, .+\n$/);
  },
);

test.each<[string, string, Record<string, string>]>([
  ['whose address is wrong', 'UPSTASH_REDIS_REST_URL must', { UPSTASH_REDIS_REST_URL: 'x' }],
  ['where nobody answers', '(ECONNREFUSED)', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:3' }],
  ['with another token', '(UpstashError)', { UPSTASH_REDIS_REST_TOKEN: 'another' }],
  ['that refuses, in words with the whole command,', '(OOM)', {}],
])('a database %s is a sentence and exit code 3', async (_, sentence, variables) => {
  faults.intercept = async () => ({ status: 400, body: { error: 'OOM no memory' } });
  const ended = await run(['find', '5551234567'], variables);
  expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(ended.stderr).not.toMatch(/5551234567|memory|^ +at /m);
});

test('an empty list is no mistake, and neither is help', async () => {
  for (const command of [['stats'], ['list'], ['report', file('report.html')]]) {
    const ended = await run(command);
    expect(ended).toMatchObject({ code: 0, stdout: 'Nobody is on the list yet.\n' });
  }
  const { code, stdout } = await run(['--help']);
  expect(code).toBe(0);
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z][a-z-]+)/gm), ([, name]) => name);
  const [look, change] = ['stats report suspects list find export', 'admit opt-out import correct'];
  expect(commands.join(' ')).toBe(`${look} ${change} remove verify`);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends a command at once with 130, whatever it waits for',
  async (signal) => {
    const { child, ended } = start(['list']);
    faults.intercept = () => {
      child.kill(signal);
      return new Promise(() => {});
    };
    expect((await ended).code).toBe(130);
  },
);

test('Ctrl-C ends a question with 130, and nothing was changed', async () => {
  writeFileSync(file('list.csv'), 'phone,first,last\n5551234567,Ana,Lee\n');
  const command = `${program} import ${file('list.csv')}`;
  // A terminal, where it is a key and no signal.
  const isMac = process.platform === 'darwin';
  const args = isMac ? ['-q', '/dev/null', ...command.split(' ')] : ['-qec', command, '/dev/null'];
  const terminal = spawn('script', args, { env: { ...process.env, ...env } });
  terminal.stdout.on('data', (text) => {
    const isAsked = String(text).includes('Import 1 person into the list of 0 (hosted, 127.0.0.1');
    if (isAsked) terminal.stdin.write('\u0003');
  });
  expect((await once(terminal, 'close'))[0]).toBe(130);
  expect(await redis.keys('*')).toEqual([]);
});

test.each([
  ['a full disk is a sentence and exit code 2', '> /dev/full', 2, '(ENOSPC)'],
  ['somebody who has seen enough is no mistake', '| true', 0, ''],
])('what is printed to %s', (_, to, code, sentence) => {
  const line = `set -o pipefail; ${program} --help ${to}`;
  const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  expect(stderr).toContain(sentence && `What was said could not be written ${sentence}.`);
  expect(status).toBe(code);
});
