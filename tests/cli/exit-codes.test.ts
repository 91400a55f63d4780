import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { audit } from '../support/audit.ts';
import { setUpWaitlist } from '../support/command.ts';
import { codeOf, fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const MEMBERS = 2_500;
const { ask, run, start, redis, faults, env, file, everything } = await setUpWaitlist();
const COMMAND_LINE = `${process.execPath} tools/local/command-line.ts`;
const csv = file('members.csv');
const rows = Array.from({ length: 1_200 }, (_, i) => `Bo${i},Ek,${7_000_000_000 + i}`);
writeFileSync(csv, `first_name,last_name,phone\n${rows.join('\n')}\n`);
await fillWaitlist(redis, MEMBERS);

test.each([
  ['', 'Usage: npm run waitlist'],
  ['lst', "unknown command 'lst'"],
  ['list --bottom 3', "unknown option '--bottom'"],
  ['list --top 1.5', 'Must be a whole number from 1, such as 50.'],
  ['list --wave november', 'No wave november; there are: none.'],
  ['opt-out a.csv', "That isn't a file, a 10-digit phone number, or a referral code or link."],
  ['find Nobody', 'Nobody on the list has this name, phone, code or link.'],
  ['remove 5559990000', 'Nobody on the list has this phone number.'],
  ['export --backup list.jsonl.gz --top 5', '--backup takes no other option.'],
  ['export members.xlsx', 'The file name must end with .csv.'],
  ['export no/such/folder.csv', "no/such/folder.csv can't be used (ENOENT)."],
  ['export a.csv --wave october-1 --top 5', 'Choose either --top or --wave.'],
  ['export a.csv --for-texts', 'Set SITE_URL in .env to the https:// URL for the links.'],
  ['import /no/such/file.csv', "/no/such/file.csv can't be used (ENOENT)."],
  ['admit --top 5 --wave a x.txt', 'Say who: --top 500'],
  ['admit --top 5 --wave WAVE', 'Name the wave in lowercase'],
  ['correct 2000000001 --phone 2000000002', 'Another member has this phone number.'],
  ['correct 2000000001 --phone 555', ERRORS.invalid_phone],
  ['correct 2000000001', 'Say what to correct, such as --phone 5551234567.'],
])('"%s" prints a sentence, exits with 2, and changes nothing', async (command, sentence) => {
  const before = await everything();
  const { code, stdout, stderr } = await run(command);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(await everything()).toBe(before);
});

test.each([
  'admit --top 1 --wave b',
  'opt-out 2000000001',
  `import ${csv}`,
  'correct 2000000001 --first-name Zoë',
  'remove 2000000001',
  'verify --fix',
])('"%s" asks first', async (command) => {
  await redis.zincrby(KEYS.queue, 3, codeOf(1));
  const before = await everything();
  const { code, stderr } = await ask(command);
  expect(stderr).toMatch(/\? No terminal to answer in: add --yes if you mean it\.\n$/);
  expect(code).toBe(2);
  expect(await everything()).toBe(before);
});

test.each<[string, string, Record<string, string>]>([
  ['with a malformed URL', 'UPSTASH_REDIS_REST_URL must', { UPSTASH_REDIS_REST_URL: 'x' }],
  ['that is down', '(ECONNREFUSED)', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:3' }],
  ['with a wrong token', 'TOKEN is wrong', { UPSTASH_REDIS_REST_TOKEN: 'another' }],
  ['that quotes the command in its refusal', '(OOM)', {}],
])(
  'a database %s ends the command with a sentence and exit code 3',
  async (_, sentence, variables) => {
    faults.inject = async () => ({ status: 400, body: { error: 'OOM no memory' } });
    Object.assign(process.env, variables);
    const ended = await ask('find 5551234567');
    Object.assign(process.env, env);
    expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(ended.stderr).not.toMatch(/5551234567|memory|^ +at /m);
  },
);

test('an empty list is not an error, and help needs no Redis', async () => {
  await redis.flushall();
  for (const command of ['stats', `report ${file('report.html')}`]) {
    expect(await ask(command)).toMatchObject({ code: 0, stdout: 'Nobody is on the list yet.\n' });
  }
  const nowhere = { env: { PATH: '/nowhere' }, encoding: 'utf8' } as const;
  const help = ['tools/local/command-line.ts', '--help'];
  const { status, stdout, stderr } = spawnSync(process.execPath, help, nowhere);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const commands = Array.from(stdout.matchAll(/^ {2}([a-z][a-z-]+)/gm), ([, name]) => name);
  const [read, write] = ['stats report list find export', 'admit opt-out import restore correct'];
  expect(commands.join(' ')).toBe(`${read} ${write} remove verify`);
});

test('piping into a command that stops reading early is not an error', () => {
  const line = `set -o pipefail; ${COMMAND_LINE} --help | true`;
  expect(spawnSync('bash', ['-c', line], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test.each<[string, () => Promise<boolean>]>([
  [`import ${csv}`, async () => (await redis.hlen(KEYS.phones)) >= MEMBERS + 500],
  ['admit --top 500 --wave a', async () => (await redis.zcard(KEYS.admitted)) > 0],
  ['verify --fix', async () => (await redis.exists(KEYS.queue)) > 0],
])('rerunning %s finishes the job after it was killed halfway', async (command, isHalfway) => {
  await fillWaitlist(redis, MEMBERS);
  if (command.includes('verify')) await redis.del(KEYS.queue, KEYS.phones);
  const { child, ended } = start(`${command} --yes`);
  faults.inject = async (_, execute) => {
    const response = await execute();
    if (!(await isHalfway())) return response;
    child.kill('SIGKILL');
    return new Promise(() => {});
  };
  expect((await ended)[0]).toBe(null);
  faults.inject = undefined;
  expect((await run(command)).code).toBe(0);
  expect((await audit({ redis })).problems).toEqual([]);
  const members = await redis.hlen(KEYS.members);
  expect(members).toBe(command.includes(csv) ? MEMBERS + 1_200 : MEMBERS);
  if (command.includes('admit')) expect(await redis.zcard(KEYS.admitted)).toBe(500);
});

test.each([
  ['Ctrl-C', 130, (kill: () => void) => kill()],
  ['a lost database', 3, () => Promise.reject(new Error())],
])('%s leaves no export, not even a partial one', async (_, code, act) => {
  await fillWaitlist(redis, MEMBERS);
  const { child, ended } = start(`export ${file('stopped.csv')}`);
  let pages = 0;
  faults.inject = async (request, execute) => {
    if (String(request).startsWith('hmget')) pages += 1;
    if (pages >= 2) await act(() => child.kill('SIGINT'));
    return execute();
  };
  expect(await ended).toEqual([code, '']);
  expect(globSync(file('stopped*'))).toEqual([]);
});

/** Runs an import in a terminal, types each reply to its prompt, and resolves with the exit code. */
async function importInTerminal(options: string, typed: Record<string, string>) {
  const command = ['sh', '-c', `${COMMAND_LINE} import ${csv} ${options}`];
  const isMac = process.platform === 'darwin';
  const linux = ['-qec', command.slice(2).join(' '), '/dev/null'];
  const terminal = spawn('script', isMac ? ['-q', '/dev/null', ...command] : linux);
  terminal.stdout.on('data', (text) => {
    const shown = Object.keys(typed).find((shown) => String(text).includes(shown));
    if (shown) terminal.stdin.write(typed[shown]);
  });
  return (await once(terminal, 'close'))[0];
}

test.each([
  ['Ctrl-C', '\u0003', 130],
  ['Ctrl-D', '\u0004', 0],
  ['a no', 'no\n', 0],
])('%s at a question changes nothing', async (_, input, code) => {
  const before = await everything();
  expect(await importInTerminal('', { 'Import 1,200 lines': input })).toBe(code);
  expect(await everything()).toBe(before);
});

test('keys typed before a question do not answer it, but a later yes does', async () => {
  const before = await everything();
  faults.inject = (_, execute) => sleep(300).then(execute);
  const early = { 'Database:': 'y\ny', 'Import 1,200 lines': '\n' };
  expect(await importInTerminal('', early)).toBe(0);
  expect(await everything()).toBe(before);
  faults.inject = undefined;
  await importInTerminal('', { 'Import 1,200 lines': 'y\n' });
  expect(await everything()).not.toBe(before);
});
