import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../cli/commands/export.ts';
import { importFile } from '../../cli/commands/import.ts';
import { IMPORTING } from '../../cli/load-list.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';
import { startCli } from '../support/run-cli.ts';
import { someone } from '../support/waitlist.ts';

const PEOPLE = 2_500;
const folder = mkdtempSync(join(tmpdir(), 'whole-list-'));
/** Made once of a list that all tests begin with. */
const file = join(folder, 'list.jsonl');
const person = someone({ phone: '5559990000' });

const used = setUpWaitlist();
let whole: Awaited<ReturnType<typeof everything>>;

beforeAll(async () => {
  const members = await makePeople(used.waitlist.redis, PEOPLE - 1);
  const signup = { ...person.signup, referralCode: members[700]?.code };
  await joinQueue(used.waitlist.upstash, { ...person, signup });
  whole = await everything();
  expect((await exportTo(file)).text).toContain('2,500 people in ');
});
beforeEach(() => used.waitlist.redis.flushall());
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

const exportTo = (path: string) => printed(() => exportFile(used.session, path, { yes: true }));
const importFrom = (path: string, yes = true) =>
  printed(() => importFile(used.session, path, { yes }));

async function everything() {
  const { redis } = used.waitlist;
  const { queue, members, phones, secret, joined, days } = KEYS;
  return {
    queue: await redis.zrange(queue, 0, -1, 'WITHSCORES'),
    hashes: await Promise.all([members, phones, days].map((key) => redis.hgetall(key))),
    texts: await redis.mget(secret, joined),
    endless: await Promise.all((await redis.keys('{waitlist}:*')).map((key) => redis.ttl(key))),
  };
}

/** Deletes the markers that end by themselves. */
const dropMarkers = async () => {
  for (const key of await used.waitlist.redis.keys(`${IMPORTING}*:done`))
    await used.waitlist.redis.del(key);
};

describe('an import of a whole list', () => {
  test('into an empty database is the same list again, to the byte', async () => {
    const { text } = await importFrom(file);
    expect(text).toMatch(/^Imported 2,500 people as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
    expect((await audit(used.waitlist.redis)).problems).toEqual([]);
    await dropMarkers();
    expect(await everything()).toEqual(whole);
  });

  test('of one that people joined meanwhile is sound', async () => {
    await makePeople(used.waitlist.redis, PEOPLE);
    const [host] = await used.waitlist.redis.zrange(KEYS.queue, 0, 0);
    let isOver = false;
    const joining = (async () => {
      while (!isOver)
        await joinQueue(used.waitlist.upstash, someone({ referralCode: String(host) }));
    })();
    const live = join(folder, 'live.jsonl');
    await exportTo(live);
    isOver = true;
    await joining;
    await used.waitlist.redis.flushall();
    await importFrom(live);
    expect((await audit(used.waitlist.redis)).problems).toEqual([]);
  });

  test('whose last answer is lost is not made twice', async () => {
    let lost = false;
    used.waitlist.faults.intercept = async (_, execute) => {
      const answer = await execute();
      const isLast = JSON.stringify(answer.body) === '{"result":"done"}';
      if (lost || !isLast) return answer;
      lost = true;
      throw new Error('lost on its way');
    };
    expect((await importFrom(file)).text).toContain('Imported 2,500 people');
    expect(lost).toBe(true);
    await dropMarkers();
    expect(await everything()).toEqual(whole);
  });
});

/** A copy of the file with changed lines. */
function changed(change: (lines: string[]) => string[]): string {
  const path = join(folder, 'changed.jsonl');
  writeFileSync(path, change(readFileSync(file, 'utf8').split(/(?<=\n)/)).join(''));
  return path;
}

/** As somebody would who knows how the last line is made. */
function resigned(lines: string[]): string[] {
  const body = lines.slice(0, -1);
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  return [...body, `${JSON.stringify({ members: PEOPLE, sha256 })}\n`];
}

describe('nothing is imported', () => {
  const expectNothing = async () => expect(await used.waitlist.redis.keys('*')).toEqual([]);

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    ['whose end is missing', (lines) => lines.slice(0, 2_000), /was cut off: its end is missing\./],
    ['that ends in a line', (lines) => [lines.join('').slice(0, 300_000)], /was cut off/],
    [
      'with another name in it',
      (lines) => lines.map((line) => line.replace('Ana77', 'Eva77')),
      /was changed after it was made: its checksum is another\./,
    ],
    [
      'without one of its lines',
      (lines) => resigned(lines.toSpliced(2_000, 1)),
      /was changed after it was made/,
    ],
    [
      'with a line of something else',
      (lines) => resigned(lines.with(99, '{"phone":"5550000000"}\n')),
      /Line 100 of .+ is none of a list's\./,
    ],
    [
      'of a later version',
      ([head = '', ...lines]) => resigned([head.replace('"version":1', '"version":2'), ...lines]),
      /is of another version; this program reads version 1\./,
    ],
    ['of something else', () => ['{"name":"fabio"}\n'], /is no whole list: export makes one\./],
    ['that is empty', () => [], /is no whole list/],
    ['with a line of 70 KB', () => ['x'.repeat(70_000)], /has a line of more than 64 KB/],
  ])('of a file %s', async (_, change, sentence) => {
    await expect(importFrom(changed(change))).rejects.toThrow(sentence);
    await expectNothing();
  });

  test('unasked', async () => {
    await expect(importFrom(file, false)).rejects.toThrow(
      /Import 2,500 people as of .+ into the database \(test\)\? Nobody is here to answer/,
    );
    await expectNothing();
  });

  test('where there is a list already', async () => {
    await joinQueue(used.waitlist.upstash, someone());
    const before = await everything();
    await expect(importFrom(file)).rejects.toThrow('There is a list in this database already.');
    expect(await everything()).toEqual(before);
  });

  test('when somebody joins while it loads', async () => {
    let requests = 0;
    used.waitlist.faults.intercept = async (_, execute) => {
      requests += 1;
      if (requests === 5) await joinQueue(used.waitlist.upstash, someone());
      return execute();
    };
    await expect(importFrom(file)).rejects.toThrow('There is a list in this database by now.');
    const { members, problems } = await audit(used.waitlist.redis);
    expect([members.size, problems]).toEqual([1, []]);
  });

  test('when a part of it has expired on the way', async () => {
    let requests = 0;
    used.waitlist.faults.intercept = async (_, execute) => {
      requests += 1;
      if (requests === 5) await used.waitlist.redis.flushall();
      return execute();
    };
    await expect(importFrom(file)).rejects.toThrow('The import stood still for minutes.');
    await expectNothing();
  });

  test('when Ctrl-C comes in the middle; what was loaded ends by itself', async () => {
    used.waitlist.faults.intercept = async (_, execute) => {
      await sleep(20);
      return execute();
    };
    const { child, ended } = startCli(used.waitlist.env, 'import', file, '--yes');
    while (!(await used.waitlist.redis.keys(`${IMPORTING}*`)).length) await sleep(1);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    const left = await used.waitlist.redis.keys('*');
    for (const key of left) {
      expect(key).toContain(IMPORTING);
      expect(await used.waitlist.redis.ttl(key)).toBeGreaterThan(0);
    }
  });
});

test('of two imports at once, one is the list, whole', async () => {
  const results = await Promise.allSettled([
    importFile(used.session, file, { yes: true }),
    importFile(used.session, file, { yes: true }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await dropMarkers();
  expect(await everything()).toEqual(whole);
});
