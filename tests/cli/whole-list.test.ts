import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../cli/commands/export.ts';
import { importFile } from '../../cli/commands/import.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const PEOPLE = 2_500;
const { redis, upstash, faults, session, file, cutOff, join, whileJoining } = await setUpWaitlist();
const exportTo = (path: string) => printed(() => exportFile(session, path));
const importFrom = (path: string) => printed(() => importFile(session, path));

/** Of the list that all tests begin with. */
const list = file('list.jsonl');
const members = await makePeople(redis, PEOPLE - 1);
await join({ referralCode: members[700]?.code, source: 'tiktok/launch-week' });
await admitMembers(upstash, 'october-1', 20);
const whole = await everything();
await exportTo(list);
beforeEach(() => redis.flushall());

async function everything() {
  // But what ends by itself.
  for (const key of await redis.keys('*')) if ((await redis.ttl(key)) > 0) await redis.del(key);
  const { queue, admitted, members, phones, joined, consents, waves } = KEYS;
  return {
    queue: await redis.zrange(queue, 0, -1, 'WITHSCORES'),
    admitted: await redis.zrange(admitted, 0, -1, 'WITHSCORES'),
    hashes: await Promise.all([members, phones, consents, waves].map((key) => redis.hgetall(key))),
    joined: await redis.get(joined),
    keys: (await redis.keys('*')).length,
  };
}

describe('an import of a whole list', () => {
  test('into an empty database is the same list again, to the byte', async () => {
    const { text } = await importFrom(list);
    expect(text).toMatch(/^Imported 2,500 people as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
    expect((await audit(redis)).problems).toEqual([]);
    expect(await everything()).toEqual(whole);
  });

  test('of one that people joined meanwhile is sound', async () => {
    const [host] = await makePeople(redis, PEOPLE);
    const joined = await whileJoining(host?.code, () => exportTo(file('live.jsonl')));
    expect(joined).toBeGreaterThan(0);
    await redis.flushall();
    await importFrom(file('live.jsonl'));
    expect((await audit(redis)).problems).toEqual([]);
  });

  test.each(['torn', ''])('of nobody whose record can be read keeps it: %j', async (record) => {
    await redis.zadd(KEYS.queue, 1, 'FFFFFFFabcdef12');
    await redis.hset(KEYS.members, 'FFFFFFFabcdef12', record);
    await redis.set(KEYS.joined, 1);
    const before = await everything();
    await exportTo(file('torn.jsonl'));
    await redis.flushall();
    await importFrom(file('torn.jsonl'));
    expect(await everything()).toEqual(before);
  });

  test('into a database that is full says what Redis says', async () => {
    await redis.config('SET', 'maxmemory', '1');
    await expect(importFrom(list)).rejects.toThrow(/^OOM /);
    await redis.config('SET', 'maxmemory', '0');
    expect(await redis.dbsize()).toBe(0);
  });

  test('whose last answer is lost is not made twice', async () => {
    let lost = false;
    faults.intercept = async (_, execute) => {
      const answer = await execute();
      const isLast = JSON.stringify(answer.body) === '{"result":"done"}';
      if (lost || !isLast) return answer;
      lost = true;
      throw new Error('lost on its way');
    };
    expect((await importFrom(list)).text).toContain('Imported 2,500 people');
    expect(lost).toBe(true);
    expect(await everything()).toEqual(whole);
  });
});

/** A copy of the file with changed lines. */
function changed(change: (lines: string[]) => string[]): string {
  const path = file('changed.jsonl');
  writeFileSync(path, change(readFileSync(list, 'utf8').split(/(?<=\n)/)).join(''));
  return path;
}

/** As somebody would who knows how the last line is made. */
function resigned(lines: string[], members = PEOPLE): string[] {
  const body = lines.slice(0, -1);
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  return [...body, `${JSON.stringify({ members, sha256 })}\n`];
}

describe('nothing is imported', () => {
  const expectNothing = async () => expect(await redis.keys('*')).toEqual([]);

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    ['whose end is missing', (lines) => lines.slice(0, 2_000), /was cut off: its end is missing\./],
    ['that ends in a line', (lines) => [lines.join('').slice(0, 300_000)], /was cut off/],
    ['with another name', (lines) => [lines.join('').replace('Ana7', 'Eva7')], /was changed after/],
    ['without a line', (lines) => resigned(lines.toSpliced(2_000, 1)), /its checksum is another\./],
    ['with another line', (lines) => resigned(lines.with(99, '{}\n')), /Line 100 of .+ is none of/],
    ['of version 2', (lines) => [lines.join('').replace('n":3,', 'n":2,')], /reads version 3\./],
    ['of something else', () => ['{"name":"fabio"}\n'], /is no whole list: export makes one\./],
    ['that is empty', () => [], /is no whole list/],
    ['with a line of 70 KB', () => ['x'.repeat(70_000)], /has a line of more than 64 KB/],
  ])('of a file %s', async (_, change, sentence) => {
    await expect(importFrom(changed(change))).rejects.toThrow(sentence);
    await expectNothing();
  });

  test('where there is a list already', async () => {
    await join();
    const before = await everything();
    await expect(importFrom(list)).rejects.toThrow('There is a list in this database already.');
    expect(await everything()).toEqual(before);
  });

  test.each<[string, () => Promise<unknown>, string, number]>([
    ['somebody joins while it loads', join, 'There is a list in this database by now.', 1],
    ['a part of it expires', () => redis.flushall(), 'The import stood still for minutes.', 0],
  ])('when %s', async (_, act, sentence, people) => {
    let requests = 0;
    faults.intercept = async (_, execute) => {
      requests += 1;
      if (requests === 5) await act();
      return execute();
    };
    await expect(importFrom(list)).rejects.toThrow(sentence);
    const { members, problems } = await audit(redis);
    expect([members.size, problems]).toEqual([people, []]);
  });

  test('when Ctrl-C comes in the middle; what was loaded ends by itself', async () => {
    const isBegun = async () => (await redis.keys('*')).length > 0;
    await cutOff(['import', list, '--yes'], 'SIGINT', isBegun);
    const keys = await redis.keys('*');
    expect(keys).not.toEqual([]);
    for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(0);
  });
});

test('of two imports at once, one is the list, whole', async () => {
  await printed(async () => {
    const results = await Promise.allSettled([
      importFile(session, list),
      importFile(session, list),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
  expect(await everything()).toEqual(whole);
});
