import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { exportFile } from '../../cli/commands/export.ts';
import { importFile } from '../../cli/commands/import.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const { redis, upstash, session, file, join, everything } = await setUpWaitlist();
const exportTo = (path: string) => printed(() => exportFile(session, path));
const importFrom = (path: string) => printed(() => importFile(session, path));

const list = file('list.jsonl.gz');
const members = await makePeople(redis, 2_499);
await join({ referralCode: members[700]?.code, source: 'tiktok/launch-week' });
await admitMembers(upstash, 'october-1', 20);
const whole = JSON.parse(await everything());
await exportTo(list);
beforeEach(() => redis.flushall());

test('a whole copy makes an empty database the same list again', async () => {
  expect((await importFrom(list)).text).toBe('2,500 members imported.\n');
  expect(JSON.parse(await everything())).toEqual(whole);
});

test('a copy that was made while people joined is sound', async () => {
  const [host] = await makePeople(redis, 2_500);
  let isOver = false;
  const joining = (async () => {
    for (; !isOver; await sleep(2)) await join({ referralCode: host?.code });
  })();
  await exportTo(file('live.jsonl.gz'));
  isOver = true;
  await joining;
  await redis.flushall();
  await importFrom(file('live.jsonl.gz'));
  const { members: found, problems } = await audit({ redis, upstash });
  expect(problems).toEqual([]);
  expect(found.size).toBeGreaterThanOrEqual(2_500);
});

test('a record that cannot be read is in every copy', async () => {
  await makePeople(redis, 3);
  await redis.hset(KEYS.members, 'FFFFFFFabcdef12', 'torn\u2028\n');
  await exportTo(file('torn.jsonl.gz'));
  await redis.flushall();
  await importFrom(file('torn.jsonl.gz'));
  expect(await redis.hget(KEYS.members, 'FFFFFFFabcdef12')).toBe('torn\u2028\n');
});

const lines = () =>
  gunzipSync(readFileSync(list))
    .toString()
    .split(/(?<=\n)/);
test.each<[string, () => Buffer]>([
  ['whose end is missing', () => readFileSync(list).subarray(0, 50_000)],
  ['with one other byte', () => readFileSync(list).with(40_000, 7) as Buffer],
  ['without its last line', () => gzipSync(lines().slice(0, -1).join(''))],
  ['without a record', () => gzipSync(lines().toSpliced(99, 1).join(''))],
  ['of something else', () => gzipSync('{"name":"fabio"}\n')],
  ['that is no gzip', () => Buffer.from('phone,first,last\n')],
  ['that is empty', () => Buffer.from('')],
])('nothing is imported of a file %s', async (_, bytes) => {
  const path = file('changed.jsonl.gz');
  writeFileSync(path, bytes());
  await expect(importFrom(path)).rejects.toThrow('is no whole copy, or was cut off or changed.');
  expect(await redis.keys('*')).toEqual([]);
});

test('a database that holds a list, or a part of another copy, is left alone', async () => {
  const refusal = 'There is a list in this database already.';
  await join();
  const before = await everything();
  await expect(importFrom(list)).rejects.toThrow(refusal);
  expect(await everything()).toBe(before);
  await redis.flushall();
  await redis.set('{waitlist}:importing', 'another file');
  await expect(importFrom(list)).rejects.toThrow(refusal);
});

test('a visitor who joins during an import has a number of their own', async () => {
  const importing = importFrom(list);
  while (!(await redis.exists(KEYS.joined))) await sleep(1);
  await join({ phone: '7000000000' });
  await importing;
  const { members: found, problems } = await audit({ redis, upstash });
  expect([found.size, problems]).toEqual([2_501, []]);
});
