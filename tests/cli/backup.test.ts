import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RESTORING, UNREADABLE } from '../../cli/keys.ts';
import { joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import { audit } from '../support/audit.ts';
import { makePeople } from '../support/people.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { someone, startWaitlist, type Waitlist } from '../support/waitlist.ts';

const PEOPLE = 10_000;
const dir = mkdtempSync(join(tmpdir(), 'waitlist-backup-'));
/** Made once of a list that all tests begin with. */
const file = join(dir, 'list.jsonl');
const person = someone({ phone: '5559990000' });

let waitlist: Waitlist;
let whole: Awaited<ReturnType<typeof everything>>;

beforeAll(async () => {
  waitlist = await startWaitlist();
  vi.setConfig({ testTimeout: 60_000 }); // 12 s in all, and the machine may be busy.
  const members = await makePeople(waitlist.redis, PEOPLE - 1);
  const referralCode = members[700]?.code;
  await joinQueue(waitlist.upstash, { ...person, signup: { ...person.signup, referralCode } });
  await waitlist.redis.hset(UNREADABLE, '5550001234', 'torn');
  whole = await everything();
  const made = await backup(file);
  expect(made.stdout).toMatch(/^10,000 people in .+\/list\.jsonl, [\d,]+ KB\.\n/);
}, 60_000);
beforeEach(() => {
  waitlist.faults.intercept = undefined;
  return waitlist.redis.flushall();
});
afterAll(async () => {
  await waitlist.stop();
  rmSync(dir, { recursive: true });
});

const backup = (...args: string[]) => runCli(waitlist.env, 'backup', ...args);
const restore = (...args: string[]) => runCli(waitlist.env, 'restore', ...args);

async function everything() {
  const { redis } = waitlist;
  return {
    queue: await redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES'),
    members: await redis.hgetall(KEYS.members),
    joined: await redis.get(KEYS.joined),
    days: await redis.hgetall(KEYS.days),
    unreadable: await redis.hgetall(UNREADABLE),
  };
}

async function expectEmpty() {
  expect(await waitlist.redis.keys('*')).toEqual([]);
}

/** A copy of the file with changed lines. */
function changed(change: (lines: string[]) => string[]): string {
  const path = join(dir, 'changed.jsonl');
  writeFileSync(path, change(readFileSync(file, 'utf8').split(/(?<=\n)/)).join(''));
  return path;
}

/** As somebody would who knows how the footer is made. */
function resigned(lines: string[]): string[] {
  const body = lines.slice(0, -1);
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  return [...body, `${JSON.stringify({ sha256 })}\n`];
}

describe('what is restored', () => {
  test('is the list that was backed up, to the byte', async () => {
    const { code, stdout } = await restore(file, '--yes');
    expect(stdout).toMatch(/^Restored 10,000 people as of \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
    expect(code).toBe(0);
    expect(await everything()).toEqual(whole);
    const verified = await runCli(waitlist.env, 'verify');
    expect(verified.stdout).toContain('10,000 people, everything holds.\n');
    expect(verified.code).toBe(0);
  });

  test('still knows who asks again, and goes on counting where it was', async () => {
    await restore(file, '--yes');
    const place = whole.queue.filter((_, i) => i % 2 === 0);
    const again = await joinQueue(waitlist.upstash, person);
    expect(again).toMatchObject({ outcome: 'joined', position: place.length });
    await joinQueue(waitlist.upstash, someone());
    expect(await waitlist.redis.get(KEYS.joined)).toBe(String(Number(whole.joined) + 1));
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });

  test('takes the place of what a crash has left of another restore', async () => {
    await waitlist.redis.hset(RESTORING.members, '5550000001', 'half');
    expect((await restore(file, '--yes')).code).toBe(0);
    expect(await everything()).toEqual(whole);
  });
});

describe('a backup', () => {
  test('can be read by its owner alone, and leaves no partial file', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir).filter((name) => name.endsWith('.partial'))).toEqual([]);
  });

  test('does not replace a file unasked', async () => {
    const before = readFileSync(file);
    const { code, stderr } = await backup(file);
    expect(stderr).toContain('list.jsonl exists. Replace it?');
    expect(code).toBe(2);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('cannot go where there is no folder', async () => {
    const { code, stderr } = await backup(join(dir, 'missing', 'list.jsonl'));
    expect(stderr).toContain('cannot be written: there is no such folder.');
    expect(code).toBe(2);
  });

  test('of a list that people join meanwhile is one that verify accepts', async () => {
    await makePeople(waitlist.redis, PEOPLE);
    let isOver = false;
    const joining = (async () => {
      const codes = await waitlist.redis.zrange(KEYS.queue, 0, 50);
      for (let count = 0; !isOver; count += 1) {
        await joinQueue(waitlist.upstash, someone({ referralCode: codes[count % 50] }));
      }
    })();
    const live = join(dir, 'live.jsonl');
    const made = await backup(live);
    isOver = true;
    await joining;
    expect(made.stdout).not.toContain('not sound');
    await waitlist.redis.flushall();
    expect((await restore(live, '--yes')).code).toBe(0);
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });

  test('of a list that is not sound says so', async () => {
    await makePeople(waitlist.redis, 10);
    await waitlist.redis.zadd(KEYS.queue, 1, 'FFFFFFFghost123');
    const { code, stdout } = await backup(join(dir, 'unsound.jsonl'));
    expect(stdout).toContain('The list is not sound');
    expect(code).toBe(0);
  });
});

describe('nothing changes', () => {
  test('where there is a list already', async () => {
    await joinQueue(waitlist.upstash, someone());
    const before = await everything();
    const { code, stderr } = await restore(file, '--yes');
    expect(stderr).toContain('There is a list in this database already.');
    expect(code).toBe(2);
    expect(await everything()).toEqual(before);
  });

  test('unasked', async () => {
    const { code, stderr } = await restore(file);
    expect(stderr).toMatch(
      /Restore 10,000 people as of .+ into the database \(.+\)\? Nobody is here/,
    );
    expect(code).toBe(2);
    await expectEmpty();
  });

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    ['whose end is missing', (lines) => lines.slice(0, 5_000), /was cut off: its end is missing\./],
    [
      'that ends in the middle of a line',
      (lines) => [lines.join('').slice(0, 300_000)],
      /was cut off: its end is missing\./,
    ],
    [
      'with another name in it',
      (lines) => lines.map((line) => line.replace('Ana77', 'Eva77')),
      /was changed after it was made: its checksum is another\./,
    ],
    [
      'without one of its lines',
      (lines) => resigned(lines.toSpliced(5_000, 1)),
      /was changed after it was made/,
    ],
    [
      'with a line of something else',
      (lines) => resigned(lines.with(99, '{"phone":"5550000000"}\n')),
      /Line 100 of .+ is none of a backup's\./,
    ],
    [
      'of a later version',
      (lines) =>
        resigned([(lines[0] ?? '').replace('"version":1', '"version":2'), ...lines.slice(1)]),
      /is of version 2; this program reads version 1\./,
    ],
    ['of something else', () => ['{"name":"fabio"}\n'], /is no backup of a waitlist\./],
    ['that is empty', () => [], /is no backup of a waitlist\./],
  ])('by a file %s', async (_, change, sentence) => {
    const { code, stderr } = await restore(changed(change), '--yes');
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
    await expectEmpty();
  });

  test('by a file that is not there', async () => {
    const { code, stderr } = await restore(join(dir, 'none.jsonl'), '--yes');
    expect(stderr).toMatch(/There is no file .+none\.jsonl\./);
    expect(code).toBe(2);
  });

  test('when Ctrl-C comes in the middle', async () => {
    const { redis, faults } = waitlist;
    faults.intercept = async (_, execute) => {
      await sleep(20);
      return execute();
    };
    const { child, ended } = startCli(waitlist.env, 'restore', file, '--yes');
    while (!(await redis.exists(RESTORING.members))) await sleep(1);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(stderr).toContain('Stopped. The database is as empty as it was.');
    expect(code).toBe(130);
    expect(await redis.keys('*')).toEqual([]);
  });

  test('when somebody joins while it loads', async () => {
    const { upstash, faults } = waitlist;
    let requests = 0;
    faults.intercept = async (_, execute) => {
      requests += 1;
      if (requests === 10) await joinQueue(upstash, someone());
      return execute();
    };
    const { code, stderr } = await restore(file, '--yes');
    expect(stderr).toContain('Somebody joined while the backup was loading');
    expect(code).toBe(2);
    const { members, problems } = await audit(waitlist.redis);
    expect([members.size, problems]).toEqual([1, []]);
  });

  test('while another restore is under way', async () => {
    await waitlist.redis.set(RESTORING.lock, 'somebody', 'EX', 60);
    const { code, stderr } = await restore(file, '--yes');
    expect(stderr).toContain('Another restore is under way');
    expect(code).toBe(2);
  });
});

test('an answer that gets lost at the very end is asked for again', async () => {
  let lost = false;
  waitlist.faults.intercept = async (_, execute) => {
    const answer = await execute();
    if (lost || !JSON.stringify(answer.body).includes('"restored"')) return answer;
    lost = true;
    throw new Error('lost on its way');
  };
  expect((await restore(file, '--yes')).code).toBe(0);
  expect(lost).toBe(true);
  expect(await everything()).toEqual(whole);
});

test.each(['backup', 'restore'])('%s ends with 3 where no database answers', async (command) => {
  const env = { ...waitlist.env, UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1' };
  const path = command === 'restore' ? file : join(dir, 'never.jsonl');
  const { code, stderr } = await runCli(env, command, path, '--yes');
  expect(stderr).toContain('The database cannot be used');
  expect(code).toBe(3);
});
