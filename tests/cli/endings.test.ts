import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { setUpWaitlist } from '../support/command.ts';

const { run, faults, file } = await setUpWaitlist();

test.each<[string[], string]>([
  [[], 'Usage: npm run waitlist'],
  [['lst'], "unknown command 'lst'"],
  [['list', '--bottom', '3'], "unknown option '--bottom'"],
  [['list', '--top', '1.5'], 'It has to be a whole number from 1, such as 50.'],
  [['find', '555'], 'neither a 10-digit phone number nor a referral code or link.'],
  [['find', 'Nobody'], 'Nobody on the list has this name, phone, code or link.'],
  [['find', '5559990000'], 'Nobody on the list has this phone number.'],
  [['export', 'list.jsonl.gz', '--top', '5'], 'A whole copy takes no options: name a .csv.'],
  [['export', 'people.xlsx'], 'The name of the file has to end with .csv or .jsonl.gz.'],
  [['export', 'a.csv', '--wave', 'october-1', '--top', '5'], '--wave takes no --top.'],
  [['import', '/no/such/file.csv'], '/no/such/file.csv cannot be used (ENOENT).'],
])('%j is a sentence and exit code 2', async (args, sentence) => {
  const { code, stdout, stderr } = await run(args);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

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
  for (const command of [['stats'], ['report', file('report.html')]]) {
    const ended = await run(command);
    expect(ended).toMatchObject({ code: 0, stdout: 'Nobody is on the list yet.\n' });
  }
  const { code, stdout } = await run(['--help']);
  expect(code).toBe(0);
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z][a-z-]+)/gm), ([, name]) => name);
  const [look, change] = ['stats report suspects list find export', 'admit opt-out import correct'];
  expect(commands.join(' ')).toBe(`${look} ${change} remove verify`);
});

test.each([
  ['a full disk is a sentence and exit code 2', '> /dev/full', 2, '(ENOSPC)'],
  ['a reader who has seen enough is no mistake', '| true', 0, ''],
])('what is printed to %s', (_, to, code, sentence) => {
  const line = `set -o pipefail; ${process.execPath} tools/local/command-line.ts --help ${to}`;
  const { status, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
  expect(stderr).toContain(sentence && `The output could not be written ${sentence}.`);
  expect(status).toBe(code);
});
