import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../cli/commands/verify.ts';
import { mend } from '../../cli/mend.ts';
import { survey } from '../../cli/survey.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';
import { startCli } from '../support/run-cli.ts';
import { someone } from '../support/waitlist.ts';

const PEOPLE = 1_200;

const used = setUpWaitlist();
let members: Member[];
/** Members who came alone and brought nobody: what happens to them moves nobody else. */
let loners: Member[];
/** Brought friends. */
let host: Member;

beforeEach(async () => {
  await used.waitlist.redis.flushall();
  members = await makePeople(used.waitlist.redis, PEOPLE);
  const hosts = new Set(members.map(({ inviter }) => inviter));
  loners = members.filter(({ code, inviter }) => !inviter && !hosts.has(code)).slice(100);
  host = members.slice(100).find(({ code }) => hosts.has(code)) as Member;
});

const verifying = (options: { fix?: boolean; yes?: boolean } = {}) =>
  printed(() => verify(used.session, options));
const loner = (index: number) => loners[index] as Member;
const store = (member: Member) =>
  used.waitlist.redis.hset(KEYS.members, member.code, formatRecord(member));

interface Breakage {
  name: string;
  breakIt: () => Promise<unknown>;
  says: () => string[];
  /** Whose position may change by the repair; everybody else's stays as it was before the break. */
  moves?: () => string[];
}

const MENDABLE: Breakage[] = [
  {
    name: 'a score that misses a friend',
    breakIt: () => used.waitlist.redis.zincrby(KEYS.queue, 5, host.code),
    says: () => [`The score of ${host.code} does not count 1 friend.`],
  },
  {
    name: 'a score that counts two friends too many',
    breakIt: () => used.waitlist.redis.zincrby(KEYS.queue, -10, host.code),
    says: () => [`The score of ${host.code} counts 2 friends too many.`],
  },
  {
    name: 'a score that no friend can explain',
    breakIt: () => used.waitlist.redis.zincrby(KEYS.queue, 2.5, host.code),
    says: () => [`The score of ${host.code} is off by 2.5.`],
  },
  {
    name: 'a position that is missing',
    breakIt: () => used.waitlist.redis.zrem(KEYS.queue, host.code),
    says: () => [`${host.code} has a record and no position.`],
  },
  {
    name: 'a position that is nobody’s',
    breakIt: () => used.waitlist.redis.zadd(KEYS.queue, -5, 'gh\u001bost'),
    says: () => ['gh�ost has a position and no record.'],
  },
  {
    name: 'a record that is missing',
    breakIt: () => used.waitlist.redis.hdel(KEYS.members, loner(0).code),
    says: () => [
      `${loner(0).code} has a position and no record.`,
      `A phone leads to ${loner(0).code}, whose it is not.`,
    ],
    moves: () => [loner(0).code],
  },
  {
    name: 'somebody who is said to have invited herself',
    breakIt: () => store({ ...loner(0), inviter: loner(0).code }),
    says: () => [
      `${loner(0).code} is said to be invited by ${loner(0).code}, who did not join before her.`,
    ],
  },
  {
    name: 'somebody who joined before her inviter, and credited her',
    breakIt: async () => {
      await store({ ...loner(0), inviter: loner(1).code });
      await used.waitlist.redis.zincrby(KEYS.queue, -5, loner(1).code);
    },
    says: () => [
      `${loner(0).code} is said to be invited by ${loner(1).code}, who did not join before her.`,
      `The score of ${loner(1).code} counts 1 friend too many.`,
    ],
  },
  {
    name: 'a phone that leads nowhere',
    breakIt: () => used.waitlist.redis.hdel(KEYS.phones, host.phone),
    says: () => [`The phone of ${host.code} does not lead to her.`],
  },
  {
    name: 'a phone that leads to somebody with another',
    breakIt: () => used.waitlist.redis.hset(KEYS.phones, host.phone, loner(0).code),
    says: () => [
      `The phone of ${host.code} does not lead to her.`,
      `A phone leads to ${loner(0).code}, whose it is not.`,
    ],
  },
  {
    name: 'a join counter that is behind',
    breakIt: () => used.waitlist.redis.set(KEYS.joined, 5),
    says: () => [
      `{waitlist}:joined is less than ${joinNumber(members.at(-1)?.code ?? '')}, as which somebody has joined.`,
    ],
  },
  {
    name: 'counters that never end',
    breakIt: async () => {
      await used.waitlist.redis.set(KEYS.attempts('203.0.113.7'), 3);
      await used.waitlist.redis.set(KEYS.statusRequests('203.0.113.7'), 3);
    },
    says: () => ['A key of attempts never ends.', 'A key of status-requests never ends.'],
  },
];

/** What only a person can decide. */
const LEFT: Breakage[] = [
  {
    name: 'a record that cannot be read',
    breakIt: () => used.waitlist.redis.hset(KEYS.members, loner(0).code, 'torn'),
    says: () => [`The record of ${loner(0).code} cannot be read.`],
  },
  {
    name: 'two members with one phone',
    breakIt: async () => {
      await store({ ...loner(0), phone: loner(1).phone });
      await used.waitlist.redis.hdel(KEYS.phones, loner(0).phone);
    },
    says: () => [`${loner(0).code} and ${loner(1).code} have one phone.`],
  },
  {
    name: 'two members with one join number',
    breakIt: async () => {
      const { code, phone } = loner(0);
      const twin = `${loner(1).code.slice(0, 7)}12345678`;
      await store({ ...loner(0), code: twin });
      await used.waitlist.redis.hset(KEYS.phones, phone, twin);
      await used.waitlist.redis.hdel(KEYS.members, code);
      await used.waitlist.redis.zrem(KEYS.queue, code);
      await used.waitlist.redis.zadd(KEYS.queue, joinNumber(twin), twin);
    },
    says: () => [
      `Several members joined as number ${joinNumber(loner(1).code)}: their codes begin with ${loner(1).code.slice(0, 7)}.`,
    ],
  },
  {
    name: 'a key that is none of ours',
    breakIt: () => used.waitlist.redis.set('{waitlist}:no\u001btes', 'call her back'),
    says: () => ["The key {waitlist}:no�tes is none of the waitlist's."],
  },
];

const scores = async () => {
  const flat = await used.waitlist.redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES');
  return new Map(flat.flatMap((code, i) => (i % 2 ? [] : [[code, flat[i + 1]]])));
};
const sentences = async () =>
  (await survey(used.waitlist.upstash)).problems.map(({ says }) => says);

test('a sound list is said to be so', async () => {
  const { code, text } = await verifying();
  expect({ code, text }).toEqual({ code: 0, text: '1,200 people, everything holds.\n' });
});

describe('verify --fix mends', () => {
  test.each(MENDABLE)('$name', async ({ breakIt, says, moves }) => {
    const before = await scores();
    await breakIt();
    expect((await sentences()).sort()).toEqual(says().sort());
    // The rules of the tests are those of the command.
    expect((await audit(used.waitlist.redis)).problems.sort()).toEqual(says().sort());
    expect((await verifying({ fix: true, yes: true })).code).toBe(0);
    expect((await audit(used.waitlist.redis)).problems).toEqual([]);
    const after = await scores();
    for (const code of moves?.() ?? []) before.delete(code);
    expect([...before].filter(([code, score]) => after.get(code) !== score)).toEqual([]);
  });

  test('all of it at once, after asking', async () => {
    for (const { breakIt } of MENDABLE) await breakIt();
    const found = await verifying();
    expect(found.code).toBe(1);
    expect(found.text).toContain('To mend: npm run waitlist -- verify --fix\n');
    await expect(verifying({ fix: true })).rejects.toThrow('add --yes if you mean it.');
    expect((await verifying()).text).toBe(found.text);
    const { code, text } = await verifying({ fix: true, yes: true });
    expect(text).toMatch(/\n\d+ changes were made\.\n\n[\d,]+ people, everything holds\.\n/);
    expect(code).toBe(0);
  });
});

describe('verify leaves to a person', () => {
  test.each(LEFT)('$name', async ({ breakIt, says }) => {
    await breakIt();
    expect(await sentences()).toEqual(says());
    const { code, text } = await verifying({ fix: true, yes: true });
    expect(code).toBe(1);
    expect(text).not.toContain('made');
    expect(await sentences()).toEqual(says());
  });

  test('a record that was put right, which --fix takes as it is', async () => {
    await used.waitlist.redis.hset(KEYS.members, host.code, 'torn');
    await verifying({ fix: true, yes: true });
    await store(host);
    expect((await verifying({ fix: true, yes: true })).code).toBe(0);
  });
});

test('a problem is told five times, then counted, and names nobody', async () => {
  for (const { breakIt } of [...MENDABLE, ...LEFT]) await breakIt();
  await used.waitlist.redis.zrem(KEYS.queue, ...loners.slice(50, 150).map(({ code }) => code));
  const { text } = await verifying();
  expect(text.match(/ has a record and no position\./g)).toHaveLength(5);
  expect(text).toMatch(/… and \d+ more of this kind\.\n {2}--fix gives her the position/);
  for (const { phone, firstName } of [host, loner(0), loner(1), loner(50)]) {
    expect(text).not.toContain(phone);
    expect(text).not.toContain(firstName);
  }
});

test('a repair does nothing where the list has changed since it was seen', async () => {
  await used.waitlist.redis.zincrby(KEYS.queue, 5, host.code);
  const { problems } = await survey(used.waitlist.upstash);
  await joinQueue(used.waitlist.upstash, someone({ referralCode: host.code }));
  const score = await used.waitlist.scoreOf(host.code);
  for (const problem of problems) expect(await mend(used.waitlist.upstash, problem)).toBe(false);
  expect(await used.waitlist.scoreOf(host.code)).toBe(score);
});

describe('while people join', () => {
  /** Somebody joins every few milliseconds, two in three through the same link. */
  function keepJoining() {
    let isOver = false;
    let count = 0;
    const joining = (async () => {
      for (; !isOver; count += 1) {
        await joinQueue(
          used.waitlist.upstash,
          someone(count % 3 ? { referralCode: host.code } : {}),
        );
        await sleep(3);
      }
    })();
    const stop = async () => {
      isOver = true;
      await joining;
      return count;
    };
    onTestFinished(async () => void (await stop()));
    return { stop, joined: () => count };
  }

  test('verify raises no false alarm', async () => {
    const { joined } = keepJoining();
    while (joined() < 20) {
      expect((await verifying()).text).toMatch(/^\d,\d{3} people, everything holds\.\n$/);
    }
  });

  test('--fix mends everything and loses nobody', async () => {
    const [moved, gone] = [loners.slice(0, 100), loners.slice(100, 200)];
    await used.waitlist.redis.zrem(KEYS.queue, ...gone.map(({ code }) => code));
    for (const { code } of moved) await used.waitlist.redis.zincrby(KEYS.queue, -5, code);
    const { stop } = keepJoining();
    expect((await verifying({ fix: true, yes: true })).code).toBe(0);
    const joined = await stop();
    const { members: found, problems } = await audit(used.waitlist.redis);
    expect(problems).toEqual([]);
    expect(found.size).toBe(PEOPLE + joined);
  });

  test('Ctrl-C in the middle of --fix leaves each repair whole', async () => {
    await used.waitlist.redis.zrem(KEYS.queue, ...loners.slice(0, 250).map(({ code }) => code));
    const { child, ended } = startCli(used.waitlist.env, 'verify', '--fix', '--yes');
    while ((await used.waitlist.redis.zcard(KEYS.queue)) < PEOPLE - 200) await sleep(1);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect((await verifying({ fix: true, yes: true })).code).toBe(0);
  });
});
