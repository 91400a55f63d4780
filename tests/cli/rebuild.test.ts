import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { audit } from '../support/audit.ts';
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
const whole = await everything();
await redis.hset(KEYS.members, 'Xpwq70b0b0', 'torn\u2028\n');
await run(`export --backup ${backup}`);

async function damage() {
  await redis.del(KEYS.queue, KEYS.phones, KEYS.lastJoinNumber, KEYS.rebuild);
  await redis.hset(KEYS.waves, 'lost', 3);
}

/** The two commands, with what makes each one necessary. */
const rebuilds = [
  { name: 'restore', command: `restore ${backup}`, begin: () => redis.flushall() },
  { name: 'verify --fix', command: 'verify --fix', begin: damage },
];

describe.each(rebuilds)('$name', ({ name, command, begin }) => {
  /** Counts the requests of a rebuild. The first that has its id closes the list; before, the command only reads. */
  function countRequests() {
    let requests = 0;
    return (request: unknown) => {
      if (requests || String(request).includes(`${name}:`)) requests += 1;
      return requests;
    };
  }

  test('leaves the list closed until it has run again, wherever it is cut off', async () => {
    const other = rebuilds.find((each) => each.name !== name)?.command ?? '';
    const closed = `${name} is running. If it was cut off, run it again.`;
    let timesClosed = 0;
    for (let [allowed, code] = [0, 1]; code; allowed += 1) {
      await begin();
      const count = countRequests();
      faults.inject = async (request, execute) => {
        if (count(request) <= allowed) return execute();
        throw new Error('cut off');
      };
      ({ code } = await run(command));
      faults.inject = undefined;
      if (await redis.exists(KEYS.rebuild)) {
        timesClosed += 1;
        await expect(waitlist.addMember()).rejects.toThrow(closed);
        await fails(`--yes ${other}`, closed);
      }
      await run(command);
      expect((await everything()) === whole).toBe(true);
    }
    expect(timesClosed).toBeGreaterThan(2);
  }, 120_000);

  test('is right if it runs twice at once, and the first is stopped', async () => {
    let timesStopped = 0;
    for (let [request, isLast] = [1, false]; !isLast; request += 1) {
      await begin();
      isLast = true;
      const count = countRequests();
      const isNext = (sent: string) => count(sent) === request;
      interrupt(isNext, async () => {
        isLast = false;
        expect((await run(command)).code).toBe(0);
      });
      const { code, stderr } = await run(command);
      if (stderr.includes('another rebuild has begun')) timesStopped += 1;
      // `verify --fix` may close the list again.
      if (name === 'restore') expect(code).toBe(isLast ? 0 : 1);
      expect((await everything()) === whole).toBe(true);
    }
    expect(timesStopped).toBeGreaterThan(1);
  }, 120_000);

  test('is right if each of its requests is sent twice, and again after this run or the next', async () => {
    const sent: unknown[] = [];
    for (const _ of ['this run', 'the next']) {
      await begin();
      faults.inject = async (request, execute) => {
        sent.push(request);
        await execute();
        return execute();
      };
      expect((await run(command)).code).toBe(0);
      faults.inject = undefined;
      expect(await audit(waitlist)).toEqual([]);
      await waitlist.addMember({ referralCode: codeOf(1) });
      const before = await everything();
      for (const request of sent) await redis.call(...(request as [string]));
      expect((await everything()) === before).toBe(true);
    }
  });

  test('leaves the list closed if values are deleted in the meantime', async () => {
    await begin();
    const isOpening = (request: string) => request.includes('HLEN');
    interrupt(isOpening, () => redis.del(KEYS.phones));
    await fails(`--yes ${command}`, 'Run it again');
    await expect(waitlist.addMember()).rejects.toThrow();
  });
});

test('a restored backup is the same list without unreadable records, sends no events, and replaces no list', async () => {
  await redis.flushall();
  // One waits from before the restore.
  await redis.hset(KEYS.outboxTimes, `member.left ${codeOf(1)}`, 0);
  await redis.set(KEYS.lastBackup, '2026-11-21T09:30:00Z');
  vi.stubEnv('WAITLIST_WEBHOOK_URL', 'https://fabio.example');
  expect(await output(`restore ${backup}`)).toMatch(
    /^A backup of waitlist on fabio\.example, from [\d-]+T[\d:]+Z, with 300 members\.\n1 unreadable record left out: Xpwq70b0b0\.\nRestored 300 members in \d+ seconds?\.\nOpt-outs and removals since 2.+opt-out FILE/,
  );
  const refusal = 'This database already has a list (members: 300). Restore into';
  await fails(`restore ${backup}`, refusal);
  expect((await everything()) === whole).toBe(true);
});

test('a backup made while visitors join is consistent', async () => {
  const referralCode = (await fillWaitlist(redis, 2_500))[0]?.code;
  faults.inject = async (request, execute) => {
    if (String(request).startsWith('hscan')) await waitlist.addMember({ referralCode });
    return execute();
  };
  await run(`export --backup ${file('live.json.gz')}`);
  await redis.flushall();
  await run(`restore ${file('live.json.gz')}`);
  expect(await audit(waitlist)).toEqual([]);
  expect(await redis.hlen(KEYS.members)).toBeGreaterThan(2_500);
});

const content = () => `${gunzipSync(readFileSync(backup))}`;
/** The backup with this change, and the hash of it. */
function changed(change: object): Buffer {
  const json = JSON.stringify({ ...JSON.parse(content().split('\n')[0] ?? ''), ...change });
  return gzipSync(`${json}\n${createHash('sha256').update(json).digest('hex')}`);
}
const damaged = "isn't a backup, or was cut off or changed.";

test.each<[string, () => Buffer, string]>([
  ['without its end', () => readFileSync(backup).subarray(0, 5_000), damaged],
  ['edited by hand', () => gzipSync(content().replace('Ana1', 'Eve1')), damaged],
  ['with a record that is no text', () => changed({ members: [['Xpwq70b0b0', {}]] }), damaged],
  ['with a join number that would be used twice', () => changed({ lastJoinNumber: 9 }), damaged],
  ["of the previews' list", () => changed({ list: 'waitlist-preview' }), 'with --preview'],
])('a file %s is refused', async (_, bytes, sentence) => {
  await redis.flushall();
  await fails(`restore ${file('changed.json.gz', bytes())}`, sentence);
  expect(await redis.keys('*')).toEqual([]);
});
