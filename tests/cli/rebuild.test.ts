import { expect, test } from 'vitest';
import { setUpCommands } from '../support/command.ts';
import { fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { run, redis, faults, interrupt, everything } = waitlist;
const backup = waitlist.file('list.json.gz');

await fillWaitlist(redis, 300);
// So that a restore sends several pages.
await redis.hset(KEYS.consents, 'ffffffff', 'x'.repeat(450_000));
await waitlist.admitFirst(20);
await run(`export --backup ${backup}`);
const whole = await everything();

async function damage() {
  await redis.del(KEYS.queue, KEYS.phones, KEYS.lastJoinNumber, KEYS.rebuild);
  await redis.hset(KEYS.waves, 'lost', 3);
}

/** The two commands, with what makes each one necessary. */
const rebuilds = [
  { name: 'restore', command: `restore ${backup}`, begin: () => redis.flushall() },
  { name: 'verify --fix', command: 'verify --fix', begin: damage },
];

test.each(rebuilds)(
  '$name, cut off at any request, leaves the list closed until it has run again',
  async ({ name, command, begin }) => {
    const other = rebuilds.find((each) => each.name !== name)?.command ?? '';
    const closed = `${name} is running. If it was cut off, run it again.`;
    let timesClosed = 0;
    for (let [allowed, code] = [0, 1]; code; allowed += 1) {
      await begin();
      let requests = 0;
      faults.inject = async (_, execute) => {
        requests += 1;
        if (requests <= allowed) return execute();
        throw new Error('cut off');
      };
      ({ code } = await run(command));
      faults.inject = undefined;
      if (await redis.exists(KEYS.rebuild)) {
        timesClosed += 1;
        await expect(waitlist.addMember()).rejects.toThrow(closed);
        expect((await run(other)).stderr).toContain(closed);
      }
      await run(command);
      expect((await everything()) === whole).toBe(true);
    }
    expect(timesClosed).toBeGreaterThan(2);
  },
  120_000,
);

test.each(rebuilds)(
  'if $name runs twice at once, the list is right, and the first is stopped',
  async ({ command, begin }) => {
    let timesStopped = 0;
    for (let [request, isLast] = [1, false]; !isLast; request += 1) {
      await begin();
      isLast = true;
      let requests = 0;
      const isNext = () => {
        requests += 1;
        return requests === request;
      };
      interrupt(isNext, async () => {
        isLast = false;
        expect((await run(command)).code).toBe(0);
      });
      const { stderr } = await run(command);
      if (stderr.includes('another rebuild has begun')) timesStopped += 1;
      expect((await everything()) === whole).toBe(true);
    }
    expect(timesStopped).toBeGreaterThan(1);
  },
  120_000,
);

test.each(rebuilds)(
  '$name is right if each of its requests is sent twice',
  async ({ command, begin }) => {
    await begin();
    faults.inject = async (_, execute) => {
      await execute();
      return execute();
    };
    expect((await run(command)).code).toBe(0);
    expect((await everything()) === whole).toBe(true);
  },
);

test.each(rebuilds)(
  '$name leaves the list closed if values are deleted in the meantime',
  async ({ command, begin }) => {
    await begin();
    interrupt(
      (request) => request.includes('HLEN'),
      () => redis.del(KEYS.phones),
    );
    expect((await run(command)).stderr).toContain('Run it again');
    await expect(waitlist.addMember()).rejects.toThrow();
  },
);
