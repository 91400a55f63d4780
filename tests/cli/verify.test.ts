import { setTimeout as sleep } from 'node:timers/promises';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { RESTORING, UNREADABLE } from '../../cli/keys.ts';
import { mend } from '../../cli/mend.ts';
import { describe as sentence } from '../../cli/problems.ts';
import { inspectSettled } from '../../cli/settle.ts';
import { takeReading } from '../../cli/take-reading.ts';
import { dayOf, joinQueue, KEYS } from '../../netlify/queue/queue.ts';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { audit } from '../support/audit.ts';
import { makePeople } from '../support/people.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { someone, startWaitlist, type Waitlist } from '../support/waitlist.ts';

const PEOPLE = 10_000;

let waitlist: Waitlist;
let members: Member[];
/** People who came alone and brought nobody: what happens to them moves nobody else. */
let loners: Member[];
/** Brought friends. */
let host: Member;
/** Came through the host. */
let guest: Member;

beforeAll(async () => {
  waitlist = await startWaitlist();
  vi.setConfig({ testTimeout: 60_000 }); // 25 s in all, and the machine may be busy.
});
beforeEach(() => begin(PEOPLE));
afterAll(() => waitlist.stop());

/** A new list of so many people. */
async function begin(count: number) {
  await waitlist.redis.flushall();
  members = await makePeople(waitlist.redis, count);
  const hosts = new Set(members.map(({ inviter }) => inviter));
  loners = members.filter(({ code, inviter }) => !inviter && !hosts.has(code)).slice(100);
  const [first] = members.slice(100).filter(({ code }) => hosts.has(code));
  host = first as Member;
  guest = members.find(({ inviter }) => inviter === host.code) as Member;
}

const verify = (...args: string[]) => runCli(waitlist.env, 'verify', ...args);
const look = () => inspectSettled(() => takeReading(waitlist.upstash));
const places = () => waitlist.redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES');
const loner = (index: number) => loners[index] as Member;

interface Breakage {
  name: string;
  breakIt: () => Promise<unknown>;
  says: () => (string | RegExp)[];
  /** Whose place may change by the repair; everybody else's stays as it was before the break. */
  moves?: () => string[];
}

const BREAKAGES: Breakage[] = [
  {
    name: 'a score that misses a friend',
    breakIt: () => waitlist.redis.zincrby(KEYS.queue, 5, host.code),
    says: () => [/^\w{15} has the score -?\d+ instead of -?\d+: 1 friend is not counted\.$/],
  },
  {
    name: 'a place that is missing',
    breakIt: () => waitlist.redis.zrem(KEYS.queue, host.code),
    says: () => [`${host.code} has a record and no place in the queue.`],
  },
  {
    name: 'a ghost',
    breakIt: () => waitlist.redis.zadd(KEYS.queue, -5, 'FFFFFFFghost123'),
    says: () => ['FFFFFFFghost123 has a place in the queue and no record.'],
  },
  {
    name: 'a record that is missing',
    breakIt: () => waitlist.redis.hdel(KEYS.members, loner(0).phone),
    says: () => [`${loner(0).code} has a place in the queue and no record.`],
    moves: () => [loner(0).code],
  },
  {
    name: 'a record that nobody can read',
    breakIt: () => waitlist.redis.hset(KEYS.members, loner(0).phone, `${loner(0).code} torn`),
    says: () => [
      `The record under the phone that ends in ${loner(0).phone.slice(-4)} cannot be read.`,
      `${loner(0).code} has a place in the queue and no record.`,
    ],
    moves: () => [loner(0).code],
  },
  {
    name: 'a record under no phone',
    breakIt: () => waitlist.redis.hset(KEYS.members, 'phone', formatRecord(loner(0))),
    says: () => ['A record under something that is no phone cannot be read.'],
  },
  {
    name: 'two people with one code',
    breakIt: async () => {
      const later = { ...host, inviter: undefined, joinedAt: host.joinedAt + 1000 };
      await waitlist.redis.hset(KEYS.members, '9995550001', formatRecord(later));
      await waitlist.redis.hincrby(KEYS.days, dayOf(later.joinedAt), 1);
    },
    // The host's friends stay with the first of the two.
    says: () => [`Two people have the code ${host.code}; the later one's phone ends in 0001.`],
  },
  {
    name: 'two people with one join number',
    breakIt: async () => {
      const { phone, joinedAt, code, ...rest } = loner(0);
      const twin = `${loner(1).code.slice(0, 7)}12345678`;
      const later = { ...rest, code: twin, joinedAt: loner(1).joinedAt + 1000 };
      await waitlist.redis.hset(KEYS.members, phone, formatRecord(later));
      await waitlist.redis.zrem(KEYS.queue, code);
      await waitlist.redis.zadd(KEYS.queue, await waitlist.scoreOf(loner(1).code), twin);
    },
    says: () => [/^\w{7}12345678 and \w{15} both joined as number \d+\.$/],
    moves: () => [loner(0).code],
  },
  {
    name: 'somebody who is said to have invited herself',
    breakIt: () => {
      const { phone, ...record } = loner(0);
      return waitlist.redis.hset(
        KEYS.members,
        phone,
        formatRecord({ ...record, inviter: loner(0).code }),
      );
    },
    says: () => [`${loner(0).code} is said to have invited herself.`],
  },
  {
    name: 'somebody who joined before her inviter, and credited her',
    breakIt: async () => {
      const [{ phone, ...record }, { code: inviter }] = [loner(0), loner(1)];
      await waitlist.redis.hset(KEYS.members, phone, formatRecord({ ...record, inviter }));
      await waitlist.redis.zincrby(KEYS.queue, -5, inviter);
    },
    says: () => [
      `${loner(0).code} joined before ${loner(1).code}, who is said to have invited her.`,
      /^\w{15} has the score \d+ instead of \d+: 1 friend too many is counted\.$/,
    ],
  },
  {
    name: 'a join counter that is behind',
    breakIt: () => waitlist.redis.set(KEYS.joined, 5),
    says: () => [/^\{waitlist\}:joined is 5, and somebody has joined as number \d+\.$/],
  },
  {
    name: 'a join counter that is missing',
    breakIt: () => waitlist.redis.del(KEYS.joined),
    says: () => [/^\{waitlist\}:joined is 0, /],
  },
  {
    name: 'a day that counts too few',
    breakIt: () => waitlist.redis.hincrby(KEYS.days, dayOf(loner(0).joinedAt), -2),
    says: () => [/^\d{4}-\d\d-\d\d counts \d+ who joined, and \d+ who joined on it are in line\.$/],
  },
  {
    name: 'counters that never expire',
    breakIt: async () => {
      await waitlist.redis.set(KEYS.attempts('203.0.113.7'), 3);
      await waitlist.redis.set(KEYS.looks('203.0.113.7'), 3);
    },
    says: () => ['A counter of attempts never expires.', 'A counter of looks never expires.'],
  },
  {
    name: 'the remains of a restore that was cut short',
    breakIt: () => waitlist.redis.hset(RESTORING.members, '5550001', 'half'),
    says: () => [`${RESTORING.members} was left behind by a restore that was cut short.`],
  },
];

describe('on a list of 10,000 people, verify', () => {
  test('says that everything holds where it does, and ends with 0', async () => {
    const { code, stdout, stderr } = await verify();
    expect(stdout).toBe('10,000 people, everything holds.\n');
    expect(stderr).toMatch(/^Database: hosted, 127\.0\.0\.1:\d+\n/);
    expect(code).toBe(0);
  });

  // One by one on a tenth of them, to save time.
  test.each(BREAKAGES)('finds $name, and mends it', async ({ breakIt, says, moves }) => {
    await begin(PEOPLE / 10);
    const before = new Map(pairs(await places()));
    await breakIt();

    const found = await look();
    const sentences = found.problems.map(sentence);
    expect(sentences).toHaveLength(says().length);
    for (const said of says()) {
      expect(sentences).toContainEqual(
        typeof said === 'string' ? said : expect.stringMatching(said),
      );
    }

    const { signal } = new AbortController();
    const { left } = await mend(waitlist.upstash, found, { look, signal });
    expect(left.problems).toEqual([]);

    const after = new Map(pairs(await places()));
    for (const code of moves?.() ?? []) before.delete(code);
    expect([...before].filter(([code, score]) => after.get(code) !== score)).toEqual([]);
  });

  test('finds all of it at once, ends with 1, and with 0 after --fix', async () => {
    for (const { breakIt } of BREAKAGES) await breakIt();
    const found = await verify();
    expect(found.code).toBe(1);
    expect(found.stdout).toContain('To mend: npm run waitlist -- verify --fix\n');

    const unasked = await verify('--fix');
    expect(unasked.code).toBe(2);
    expect(unasked.stderr).toContain('add --yes');
    expect((await verify()).stdout).toBe(found.stdout);

    const { code, stdout } = await verify('--fix', '--yes');
    expect(stdout).toMatch(/\n\d+ repairs were made\.\n\n[\d,]+ people, everything holds\.\n/);
    expect(code).toBe(0);
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });

  test('leaves a key alone that is none of ours', async () => {
    await waitlist.redis.set('{waitlist}:notes', 'call her back');
    const { code, stdout } = await verify('--fix', '--yes');
    expect(stdout).toContain("The key {waitlist}:notes is none of the waitlist's.");
    expect(code).toBe(1);
    expect(await waitlist.redis.get('{waitlist}:notes')).toBe('call her back');
  });

  test('shows five of a kind and counts the others', async () => {
    await waitlist.redis.zrem(KEYS.queue, ...loners.slice(0, 300).map(({ code }) => code));
    const { stdout } = await verify();
    expect(stdout.match(/ has a record and no place in the queue\./g)).toHaveLength(5);
    expect(stdout).toContain('… and 295 more of this kind.');
  });

  test('names neither names nor phones', async () => {
    for (const { breakIt } of BREAKAGES) await breakIt();
    const { stdout } = await verify();
    for (const { phone, firstName } of [host, guest, loner(0), loner(1)]) {
      expect(stdout).not.toContain(phone);
      expect(stdout).not.toContain(firstName);
    }
  });
});

describe('a repair', () => {
  test('keeps what it cannot read, and gives the place back when it was put right', async () => {
    const { phone, code, ...record } = loner(0);
    const score = await waitlist.scoreOf(code);
    await waitlist.redis.hset(KEYS.members, phone, 'torn');
    const { stdout } = await verify('--fix', '--yes');
    expect(stdout).toContain(`1 record is kept aside in ${UNREADABLE}`);
    expect(await waitlist.redis.hgetall(UNREADABLE)).toEqual({ [phone]: 'torn' });

    await waitlist.redis.hset(KEYS.members, phone, formatRecord({ code, ...record }));
    await verify('--fix', '--yes');
    expect(await waitlist.scoreOf(code)).toBe(score);
  });

  test('takes her friends along when she gets a new number and code', async () => {
    const { phone, code, ...record } = guest;
    const twin = `${loner(0).code.slice(0, 7)}12345678`;
    const changed = formatRecord({ ...record, code: twin, joinedAt: loner(0).joinedAt + 1000 });
    await waitlist.redis.hset(KEYS.members, phone, changed);
    await waitlist.redis.zrem(KEYS.queue, code);
    const number = await waitlist.scoreOf(loner(0).code);
    await waitlist.redis.zadd(KEYS.queue, number, twin);
    const friend = someone({ referralCode: twin });
    await joinQueue(waitlist.upstash, friend);

    await verify('--fix', '--yes');
    const { members: found, problems, joined } = await audit(waitlist.redis);
    expect(problems).toEqual([]);
    const renumbered = found.get(phone)?.code ?? '';
    expect(found.get(friend.signup.phone)?.inviter).toBe(renumbered);
    expect(await waitlist.scoreOf(renumbered)).toBe(joined - 5);
  });

  test('does nothing where the list has changed since it was looked at', async () => {
    await waitlist.redis.zincrby(KEYS.queue, 5, host.code);
    const found = await look();
    await joinQueue(waitlist.upstash, someone({ referralCode: host.code }));
    const score = await waitlist.scoreOf(host.code);
    const { signal } = new AbortController();
    const seen: number[] = [];
    await mend(waitlist.upstash, found, {
      signal,
      look: async () => {
        seen.push(await waitlist.scoreOf(host.code));
        return { ...found, problems: [] };
      },
    });
    expect(seen).toEqual([score]);
  });
});

describe('while people join', () => {
  /** Somebody joins every few milliseconds, two in three through the same link. */
  function keepJoining() {
    let isOver = false;
    const phones: string[] = [];
    const joining = (async () => {
      while (!isOver) {
        const person = someone(phones.length % 3 ? { referralCode: host.code } : {});
        await joinQueue(waitlist.upstash, person);
        phones.push(person.signup.phone);
        await sleep(3);
      }
    })();
    const stop = async () => {
      isOver = true;
      await joining;
      return phones;
    };
    onTestFinished(async () => void (await stop()));
    return stop;
  }

  test('verify raises no false alarm', async () => {
    const stop = keepJoining();
    const runs = [await verify(), await verify()];
    expect((await stop()).length).toBeGreaterThan(50);
    for (const { code, stdout } of runs) {
      expect(stdout).toMatch(/^1\d,\d{3} people, everything holds\.\n$/);
      expect(code).toBe(0);
    }
  });

  test('--fix mends everything and loses nobody', async () => {
    const [moved, gone] = [loners.slice(0, 200), loners.slice(200, 400)];
    await waitlist.redis.zrem(KEYS.queue, ...gone.map(({ code }) => code));
    for (const { code } of moved) await waitlist.redis.zincrby(KEYS.queue, -5, code);
    const stop = keepJoining();
    const { code } = await verify('--fix', '--yes');
    const phones = await stop();
    expect(code).toBe(0);
    const { members: found, problems } = await audit(waitlist.redis);
    expect(problems).toEqual([]);
    expect(found.size).toBe(PEOPLE + phones.length);
    expect(phones.filter((phone) => !found.has(phone))).toEqual([]);
  });

  test('Ctrl-C in the middle of --fix leaves each repair whole', async () => {
    await waitlist.redis.zrem(KEYS.queue, ...loners.slice(0, 400).map(({ code }) => code));
    const { child, ended } = startCli(waitlist.env, 'verify', '--fix', '--yes');
    while ((await waitlist.redis.zcard(KEYS.queue)) < PEOPLE - 350) await sleep(1);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('What was mended by then is mended; run it again for the rest.');
    expect(await waitlist.redis.zcard(KEYS.queue)).toBeLessThan(PEOPLE);
    expect((await verify('--fix', '--yes')).code).toBe(0);
  });
});

test.each([
  ['a wrong token', { UPSTASH_REDIS_REST_TOKEN: 'wrong' }],
  ['a port where nobody listens', { UPSTASH_REDIS_REST_URL: 'http://127.0.0.1:1' }],
])('with %s verify ends with 3 and a sentence', async (_, env) => {
  const { code, stderr, stdout } = await runCli({ ...waitlist.env, ...env }, 'verify');
  expect(code).toBe(3);
  expect(stderr).toMatch(/The database cannot be used \(.+\)\./);
  expect(stderr + stdout).not.toMatch(/ at .+:\d+:\d+/);
});

function pairs(flat: string[]): [code: string, score: string][] {
  return flat.flatMap((code, i) => (i % 2 ? [] : [[code, flat[i + 1] ?? '']]));
}
