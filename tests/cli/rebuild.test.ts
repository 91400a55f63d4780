import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { setUpCommands } from '../support/command.ts';
import { codeOf, fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { run, fails, output, redis, faults, interrupt, file, everything } = waitlist;
const backup = file('list.json.gz');

await fillWaitlist(redis, 300);
// So that a restore sends several batches.
await redis.hset(KEYS.consents, 'ffffffff', 'x'.repeat(450_000));
await waitlist.admitFirst(20);
// The newest member has left.
await redis.incr('{waitlist}:last_join_number');
const whole = await everything();
await redis.hset(KEYS.members, 'Xpwq70b0b0', 'torn\u2028\n');
await run(`export --backup ${backup}`);

const restore = `restore ${backup}`;
const refusalOf = (name: string) => `${name} is running. If it was cut off, run it again.`;

/** Restores into an empty database. Calls `act` before the nth request from the first that has the restore's id: it closes the list. */
async function restoreAnd(nth: number, act: () => unknown) {
  let requests = 0;
  const isNext = (request: string) => {
    if (requests || request.includes('restore:')) requests += 1;
    return requests === nth;
  };
  await redis.flushall();
  interrupt(isNext, act);
  return run(restore);
}

test('a restore leaves the list closed until it has run again, wherever it is cut off', async () => {
  const cutOff = () => {
    faults.inject = () => Promise.reject(new Error('cut off'));
    throw new Error('cut off');
  };
  let timesClosed = 0;
  for (let [nth, code] = [1, 1]; code; nth += 1) {
    ({ code } = await restoreAnd(nth, cutOff));
    faults.inject = undefined;
    if (await redis.exists('{waitlist}:rebuild')) {
      timesClosed += 1;
      const refusal = refusalOf('restore');
      await expect(waitlist.addMember()).rejects.toThrow(refusal);
      for (const other of ['verify --fix', 'stats']) await fails(`--yes ${other}`, refusal);
    }
    await run(restore);
    expect((await everything()) === whole).toBe(true);
  }
  expect(timesClosed).toBeGreaterThan(2);
});

test('a restore is right if it runs twice at once, and the first is stopped', async () => {
  let timesStopped = 0;
  for (let [nth, isLast] = [1, false]; !isLast; nth += 1) {
    isLast = true;
    const { code, stderr } = await restoreAnd(nth, async () => {
      isLast = false;
      expect((await run(restore)).code).toBe(0);
    });
    if (stderr.includes('another rebuild has begun')) timesStopped += 1;
    expect(code).toBe(isLast ? 0 : 1);
    expect((await everything()) === whole).toBe(true);
  }
  expect(timesStopped).toBeGreaterThan(1);
});

test('verify --fix leaves the list closed if values are deleted in the meantime, until it has run again', async () => {
  const isOpening = (request: string) => request.includes('HLEN');
  interrupt(isOpening, () => redis.del(KEYS.phones));
  await redis.del(KEYS.queue);
  await fails('--yes verify --fix', 'Run it again');
  await fails(restore, refusalOf('verify --fix'));
  expect((await run('verify --fix')).code).toBe(0);
  expect((await everything()) === whole).toBe(true);
});

test('verify --fix is right if each of its requests is sent twice, and again after this run or the next', async () => {
  const sent: unknown[] = [];
  for (const _ of ['this run', 'the next']) {
    await redis.del(KEYS.queue, KEYS.phones);
    faults.inject = async (request, execute) => {
      sent.push(request);
      await execute();
      return execute();
    };
    expect((await run('verify --fix')).code).toBe(0);
    faults.inject = undefined;
    await waitlist.addMember({ referralCode: codeOf(1) });
    const before = await everything();
    for (const request of sent) await redis.call(...(request as [string]));
    expect((await everything()) === before).toBe(true);
  }
});

test('a restored backup is the same list without unreadable records, sends no events, and replaces no list', async () => {
  await redis.flushall();
  // One waits from before the restore.
  await redis.hset('{waitlist}:outbox:times', `member.left ${codeOf(1)}`, 0);
  await redis.set('{waitlist}:last_backup', '2026-11-21T09:30:00Z');
  vi.stubEnv('WAITLIST_WEBHOOK_URL', 'https://fabio.example');
  expect(await output(restore)).toMatch(
    /^A backup of waitlist on fabio\.example, from [\d-]+T[\d:]+Z, with 300 members\.\n1 unreadable record left out: Xpwq70b0b0\.\nRestored 300 members in \d+ seconds?\.\nOpt-outs and removals since 2.+opt-out FILE/,
  );
  const refusal = 'This database already has a list (members: 300). Restore into';
  await fails(restore, refusal);
  expect((await everything()) === whole).toBe(true);
  // To give it up, as in docs/operations.md.
  for (const name of ['members', 'consents', 'queue', 'admitted', 'phones', 'waves'])
    expect(await redis.del(`{waitlist}:${name}`), name).toBe(1);
});

const damaged = "isn't a backup, or was cut off or changed.";
const edited = () => gzipSync(`${gunzipSync(readFileSync(backup))}`.replace('Ana1', 'Eve1'));

test.each<[string, string, () => Buffer, string]>([
  ['without its end', '', () => readFileSync(backup).subarray(0, 5_000), damaged],
  ['edited by hand', '', edited, damaged],
  ['of another list', '--preview ', () => readFileSync(backup), 'restore it without --preview'],
])('a file %s is refused', async (_, option, bytes, sentence) => {
  await redis.flushall();
  await fails(`${option}restore ${file('changed.json.gz', bytes())}`, sentence);
  expect(await redis.keys('*')).toEqual([]);
});
