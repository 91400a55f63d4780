import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { admitFirst } from '../../netlify/queue/admit-members.ts';
import { audit } from '../support/audit.ts';
import { setUpWaitlist } from '../support/command.ts';
import { fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpWaitlist();
const { run, start, redis, faults, file, everything } = waitlist;
const backup = file('list.json.gz');
let whole: string;
/** How many requests a restore of the backup sends once Redis knows its scripts. */
const REQUESTS = 8;

beforeAll(async () => {
  await fillWaitlist(redis, 2_499);
  await redis.hset(KEYS.members, 'Xpwq7abc12', 'torn\u2028\n');
  await redis.incr(KEYS.lastJoinNumber);
  await admitFirst(waitlist.client, 'october-1', 20);
  whole = await everything();
  await run(`export --backup ${backup}`);
  await redis.flushall();
  await run(`restore ${backup}`);
});
beforeEach(() => redis.flushall());

/** Calls `act` before the request with this number (from 1), which then runs unless `act` throws. */
function beforeRequest(number: number, act: (execute: () => unknown) => unknown): void {
  let count = 0;
  faults.inject = async (_, execute) => {
    count += 1;
    if (count === number) await act(execute);
    return execute();
  };
}

/** Every key with its remaining seconds; -1 if it doesn't expire. */
async function expiries(): Promise<Map<string, number>> {
  const keys = await redis.keys('*');
  return new Map(await Promise.all(keys.map(async (key) => [key, await redis.ttl(key)] as const)));
}

test('a restored backup is the same list, unreadable record and all, and nothing in it expires', async () => {
  const { code, stdout } = await run(`restore ${backup}`);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^A backup of \d{4}-\d\d-\d\dT[\d:]+Z, with 2,500 members\.\n/);
  expect(stdout).toMatch(/Restored 2,500 members\.\nOpt-outs and removals since 2.+opt-out FILE/);
  expect((await everything()) === whole).toBe(true);
  expect(new Set((await expiries()).values())).toEqual(new Set([-1]));
});

test('a restore killed before any of its requests leaves nothing live or locked, and a rerun completes it', async () => {
  for (let i = 1; i <= REQUESTS; i += 1) {
    const { child, ended } = start(`restore ${backup} --yes`);
    beforeRequest(i, () => {
      child.kill('SIGKILL');
      return new Promise(() => {});
    });
    expect(await ended).toBe(null);
    faults.inject = undefined;
    const found = await expiries();
    for (const [key, seconds] of found) {
      expect(key).toMatch(/^\{waitlist\}:(restoring:|last_join_number$)/);
      expect(seconds).toBeGreaterThan(0);
    }
    if (i > 1) expect(found.size).toBeGreaterThan(0);
  }
  expect((await run(`restore ${backup}`)).code).toBe(0);
  // As if the keys of the killed restores had expired.
  await redis.del(await redis.keys('*restoring*'));
  expect((await everything()) === whole).toBe(true);
}, 120_000);

test('a backup made while visitors join is consistent, and nobody can join during its restore', async () => {
  const referralCode = (await fillWaitlist(redis, 2_500))[0]?.code;
  faults.inject = async (request, execute) => {
    if (String(request).startsWith('hscan')) await waitlist.addMember({ referralCode });
    return execute();
  };
  await run(`export --backup ${file('live.json.gz')}`);
  await redis.flushall();
  let refusal: unknown;
  beforeRequest(5, async () => {
    refusal = await waitlist.addMember().catch((error) => error.message);
  });
  await run(`restore ${file('live.json.gz')}`);
  expect(refusal).toBe('ERR');
  await waitlist.addMember();
  const { members, problems } = await audit(waitlist);
  expect(problems).toEqual([]);
  expect(members.size).toBeGreaterThan(2_501);
});

test('a restore succeeds even if its last response is lost', async () => {
  beforeRequest(REQUESTS, async (execute) => {
    await execute();
    throw new Error();
  });
  expect((await run(`restore ${backup}`)).code).toBe(0);
  expect((await everything()) === whole).toBe(true);
});

const staged = async (name: string) => (await redis.keys(`*restoring:*:${name}`)).join();
const joinLater = () => redis.flushall().then(() => waitlist.addMember());
const occupied = 'This database already has a waitlist, with 1 member. Create a new';
const interrupted = 'Nothing was restored: run it again.';

test.each<[string, number, string, () => Promise<unknown>]>([
  ['a visitor joined before', 1, occupied, joinLater],
  ['its keys expire halfway, and a visitor joins', 4, occupied, joinLater],
  ['they expire before the end, and a visitor joins', REQUESTS, interrupted, joinLater],
  ['a staged key is missing', REQUESTS, interrupted, async () => redis.del(await staged('phones'))],
  ['one lacks a value', REQUESTS, interrupted, async () => redis.zpopmin(await staged('queue'))],
  ['there is a live key', REQUESTS, interrupted, () => redis.hset(KEYS.waves, 'x', 1)],
])('a restore changes nothing if %s', async (_, request, sentence, act) => {
  let before = '';
  beforeRequest(request, async () => {
    await act();
    before = await everything();
  });
  const { code, stderr } = await run(`restore ${backup}`);
  expect(stderr).toContain(sentence);
  expect(code).toBe(1);
  expect((await everything()) === before).toBe(true);
});

test.each<[string, () => Buffer]>([
  ['without its end', () => readFileSync(backup).subarray(0, 50_000)],
  ['with a changed byte', () => readFileSync(backup).with(40_000, 7) as Buffer],
  ['that is not gzipped', () => Buffer.from('phone,first,last\n')],
  ['that holds something else', () => gzipSync('{}')],
  ['edited by hand', () => gzipSync(`${gunzipSync(readFileSync(backup))}`.replace('Ana1', 'Eve1'))],
])('a file %s is refused', async (_, bytes) => {
  writeFileSync(file('changed.json.gz'), bytes());
  const { stderr } = await run(`restore ${file('changed.json.gz')}`);
  expect(stderr).toContain("isn't a backup, or was cut off or changed.");
  expect(await redis.keys('*')).toEqual([]);
});
