import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { KEYS } from '../../netlify/queue/keys.ts';
import { audit } from '../support/audit.ts';
import { setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const PEOPLE = 2_500;
const { run, start, redis, upstash, faults, env, file, cutOff, everything } = await setUpWaitlist();
const copy = file('list.jsonl.gz');
const csv = file('people.csv');
const rows = Array.from({ length: 1_200 }, (_, i) => `Bo${i},Ek,${7_000_000_000 + i}`);
writeFileSync(csv, `first_name,last_name,phone\n${rows.join('\n')}\n`);

const clear = () => redis.flushall();
const fill = () => makePeople(redis, PEOPLE);
const breakIndexes = async () => {
  await fill();
  await redis.del(KEYS.queue, KEYS.phones);
};

/** A command, the list before it, and when to stop it. */
const COMMANDS: [string, string[], () => Promise<unknown>, () => Promise<boolean>][] = [
  [
    'import of people',
    ['import', csv],
    fill,
    async () => (await redis.hlen(KEYS.phones)) >= PEOPLE + 500,
  ],
  [
    'import of a whole copy',
    ['import', copy],
    clear,
    async () => (await redis.hlen(KEYS.members)) > 0,
  ],
  [
    'admit',
    ['admit', '--top', '500', '--wave', 'a'],
    fill,
    async () => (await redis.zcard(KEYS.admitted)) > 0,
  ],
  [
    'verify --fix',
    ['verify', '--fix'],
    breakIndexes,
    async () => (await redis.exists(KEYS.queue)) > 0,
  ],
];

beforeEach(async () => {
  await fill();
  await run(['export', copy, '--yes']);
});

describe.each(['SIGINT', 'SIGKILL'] as const)('cut off by %s', (signal) => {
  test.each(COMMANDS)('%s is completed by the same command', async (_, args, prepare, isTime) => {
    await prepare();
    await cutOff([...args, '--yes'], signal, isTime);
    expect((await run([...args, '--yes'])).code).toBe(0);
    expect((await audit({ redis, upstash })).problems).toEqual([]);
    const codes = await redis.hlen(KEYS.members);
    expect(codes).toBe(args[1] === csv ? PEOPLE + 1_200 : PEOPLE);
    if (args[0] === 'admit') expect(await redis.zcard(KEYS.admitted)).toBe(500);
  });
});

test.each([
  ['Ctrl-C', 130, (kill: () => void) => kill()],
  ['a lost database', 3, () => Promise.reject(new Error())],
])('an export is not there after %s, nor a part of it', async (_, code, act) => {
  const { child, ended } = start(['export', file('stopped.csv')]);
  let pages = 0;
  faults.intercept = async (request, execute) => {
    if (String(request).startsWith('hmget')) pages += 1;
    if (pages >= 2) await act(() => child.kill('SIGINT'));
    return execute();
  };
  expect(await ended).toMatchObject({ code, stdout: '' });
  expect(globSync(file('stopped*'))).toEqual([]);
});

test('Ctrl-C ends a question with 130, and nothing was changed', async () => {
  const before = await everything();
  const command = `${process.execPath} tools/local/command-line.ts import ${csv}`;
  // A terminal, where it is a key and no signal.
  const isMac = process.platform === 'darwin';
  const args = isMac ? ['-q', '/dev/null', ...command.split(' ')] : ['-qec', command, '/dev/null'];
  const terminal = spawn('script', args, { env: { ...process.env, ...env } });
  terminal.stdout.on('data', (text) => {
    if (String(text).includes('Import 1,200 lines')) terminal.stdin.write('\u0003');
  });
  expect((await once(terminal, 'close'))[0]).toBe(130);
  expect(await everything()).toBe(before);
});
