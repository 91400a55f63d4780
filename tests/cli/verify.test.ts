import { readFileSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type VerifyOptions, verify } from '../../cli/commands/verify.ts';
import { survey } from '../../cli/survey.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { formatRecord, type Member } from '../../netlify/queue/record.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { statusLink } from '../../src/waitlist/shared/status-link.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const PEOPLE = 1_200;

process.env.SITE_URL = 'https://fabio.example';
const { redis, upstash, session, file, memberWith, cutOff, join, whileJoining, scores, scoreOf } =
  await setUpWaitlist();
const members = await makePeople(redis, PEOPLE);
const hosts = new Set(members.map(({ inviter }) => inviter));
/** Brought friends. */
const host = members.slice(100).find(({ code }) => hosts.has(code)) as Member;
/** Members who came alone and brought nobody: what happens to them moves nobody else. */
const loners = members.filter(({ code, inviter }) => !inviter && !hosts.has(code)).slice(100);
const [ana, bea] = loners as [Member, Member];
/** Of the line. */
const [first = ''] = await redis.zrange(KEYS.queue, 0, 0);

beforeEach(() => makePeople(redis, PEOPLE));

const verifying = (options: VerifyOptions = {}) => printed(() => verify(session, options));
const links = file('links.csv');
const fixing = () => verifying({ fix: true, links });
const store = (member: Member) => redis.hset(KEYS.members, member.code, formatRecord(member));
const shift = ({ code }: Member, by: number) => redis.zincrby(KEYS.queue, by, code);

/** How the list is broken, and all that is said of it. */
type Breakage = [breakIt: () => Promise<unknown>, ...says: string[]];

const MENDABLE: Breakage[] = [
  [() => shift(host, SPOTS_PER_FRIEND), `The score of ${host.code} does not count 1 friend.`],
  [
    () => shift(host, -2 * SPOTS_PER_FRIEND),
    `The score of ${host.code} counts 2 friends too many.`,
  ],
  [() => shift(host, 3), `The score of ${host.code} is off by 3.`],
  [() => redis.zrem(KEYS.queue, host.code), `${host.code} has a record and no position.`],
  [() => redis.zadd(KEYS.queue, -5, 'gh\u001bost'), 'gh�ost has a position and no record.'],
  [
    () => redis.hdel(KEYS.members, ana.code),
    `${ana.code} has a position and no record.`,
    `A phone leads to ${ana.code}, whose it is not.`,
  ],
  [
    () => store({ ...ana, inviter: ana.code }),
    `${ana.code} is said to be invited by ${ana.code}, who did not join before her.`,
  ],
  [
    () => Promise.all([store({ ...ana, inviter: bea.code }), shift(bea, -SPOTS_PER_FRIEND)]),
    `${ana.code} is said to be invited by ${bea.code}, who did not join before her.`,
    `The score of ${bea.code} counts 1 friend too many.`,
  ],
  [() => store({ ...host, token: undefined }), `${host.code} has no status token.`],
  [() => redis.hdel(KEYS.phones, host.phone), `The phone of ${host.code} does not lead to her.`],
  [
    () => redis.hset(KEYS.phones, host.phone, ana.code),
    `The phone of ${host.code} does not lead to her.`,
    `A phone leads to ${ana.code}, whose it is not.`,
  ],
  [
    () => redis.set(KEYS.joined, 5),
    `{waitlist}:joined is less than ${joinNumber(members.at(-1)?.code ?? '')}, as which somebody has joined.`,
  ],
  [
    () => redis.zadd(KEYS.admitted, -7, ana.code),
    `${ana.code} is let in, and her record says in line.`,
  ],
  [
    async () => {
      await redis.zadd(KEYS.admitted, await scoreOf(host.code), host.code);
      await redis.zrem(KEYS.queue, host.code);
    },
    `${host.code} is let in, and her record says in line.`,
  ],
  [() => redis.zadd(KEYS.admitted, -5, 'ghost-in'), 'ghost-in has a position and no record.'],
  [() => redis.hset(KEYS.waves, 'lost', 3), 'The wave lost counts 3, and has nobody.'],
  [() => redis.set(KEYS.attempts('203.0.113.7'), 3), 'A key of attempts never ends.'],
  [() => redis.set(KEYS.statusRequests('203.0.113.7'), 3), 'A key of status-requests never ends.'],
];

/** What a fault can leave of letting somebody in or of putting her back; mended by her record. */
const HALF_ADMITTED: Breakage[] = [
  [() => redis.hset(KEYS.waves, 'october-1', 4), 'The wave october-1 counts 4, and has 3.'],
  [
    () => redis.zadd(KEYS.queue, 'NX', joinNumber(first), first),
    `${first} is in line, and her record says let in.`,
  ],
];

/** A code with the join number of another member. */
const twin = `${bea.code.slice(0, 7)}12345678`;

/** What only a person can decide. */
const LEFT: Breakage[] = [
  [() => redis.hset(KEYS.members, ana.code, 'torn'), `The record of ${ana.code} cannot be read.`],
  [
    () => Promise.all([store({ ...ana, phone: bea.phone }), redis.hdel(KEYS.phones, ana.phone)]),
    `${ana.code} and ${bea.code} have one phone.`,
  ],
  [
    () =>
      redis
        .multi()
        .hset(KEYS.members, twin, formatRecord(ana))
        .hset(KEYS.phones, ana.phone, twin)
        .hdel(KEYS.members, ana.code)
        .zrem(KEYS.queue, ana.code)
        .zadd(KEYS.queue, joinNumber(twin), twin)
        .exec(),
    `Several members joined as number ${joinNumber(twin)}: their codes begin with ${twin.slice(0, 7)}.`,
  ],
  [
    () => redis.set('{waitlist}:no\u001btes', 'call her back'),
    "The key {waitlist}:no�tes is none of the waitlist's.",
  ],
];

/** Under what is said. */
const named = (breakages: Breakage[]) =>
  breakages.map(([breakIt, ...says]) => ({ name: says.join(' '), breakIt, says }));

const sentences = async () => (await survey(upstash)).problems.map(({ says }) => says).sort();

test('a sound list is said to be so', async () => {
  const { code, text } = await verifying();
  expect({ code, text }).toEqual({ code: 0, text: '1,200 people, everything holds.\n' });
});

describe('verify --fix mends:', () => {
  test.each(named(MENDABLE))('$name', async ({ breakIt, says }) => {
    const before = await scores();
    await breakIt();
    expect(await sentences()).toEqual(says.sort());
    expect((await fixing()).code).toBe(0);
    expect((await audit(redis)).problems).toEqual([]);
    // Everybody who still has a record is where she was.
    for (const code of before.keys()) {
      if (!(await redis.hexists(KEYS.members, code))) before.delete(code);
    }
    expect(before.size).toBeGreaterThanOrEqual(PEOPLE - 1);
    expect(await scores()).toEqual(before);
  });

  test('all of it at once', async () => {
    for (const [breakIt] of MENDABLE) await breakIt();
    const found = await verifying();
    expect(found.code).toBe(1);
    expect(found.text).toContain('To mend: npm run waitlist -- verify --fix\n');
    const { code, text } = await fixing();
    expect(text).toMatch(/\n\d+ changes were made\.\n\n[\d,]+ people, everything holds\.\n/);
    expect(code).toBe(0);
  });
});

describe('with three of them let in, verify --fix mends:', () => {
  test.each(named(HALF_ADMITTED))('$name', async ({ breakIt, says }) => {
    await admitMembers(upstash, 'october-1', 3);
    const before = await scores();
    expect((await verifying()).text).toBe('1,200 people, everything holds.\n');
    await breakIt();
    expect(await sentences()).toEqual(says);
    expect((await fixing()).code).toBe(0);
    expect(await redis.hgetall(KEYS.waves)).toEqual({ 'october-1': '3' });
    expect(await redis.zcard(KEYS.admitted)).toBe(3);
    expect(await scores()).toEqual(before);
  });
});

test('who got a new private link by --fix is a file, whatever else was wrong with her', async () => {
  await store({ ...ana, token: undefined, inviter: ana.code });
  await shift(host, 5);
  const { text } = await fixing();
  expect(text).toContain(`1 person got a new private link: ${links}\n`);
  const { token: statusToken = '' } = (await memberWith(ana.phone)) as Member;
  const link = statusLink('https://fabio.example', { referralCode: ana.code, statusToken });
  const row = [ana.code, ana.firstName, ana.lastName, ana.phone, link];
  expect(readFileSync(links, 'utf8')).toBe(
    `code,first_name,last_name,phone,way_back\n${row.join()}\n`,
  );
  expect(statSync(links).mode & 0o777).toBe(0o600);
});

test('without an address for new links, --fix changes nothing', async () => {
  await store({ ...ana, token: undefined });
  vi.stubEnv('SITE_URL', 'fabio');
  await expect(fixing()).rejects.toThrow('SITE_URL must be the address of the site');
  vi.unstubAllEnvs();
  expect(await sentences()).toEqual([`${ana.code} has no status token.`]);
});

describe('verify leaves to a person:', () => {
  test.each(named(LEFT))('$name', async ({ breakIt, says }) => {
    await breakIt();
    expect(await sentences()).toEqual(says);
    const { code, text } = await fixing();
    expect(code).toBe(1);
    expect(text).not.toContain('made');
    expect(await sentences()).toEqual(says);
  });

  test('a record that was put right, which --fix takes as it is', async () => {
    await redis.hset(KEYS.members, host.code, 'torn');
    await fixing();
    await store(host);
    expect((await fixing()).code).toBe(0);
  });
});

test('a problem is told five times, then counted, and names nobody', async () => {
  for (const [breakIt] of [...MENDABLE, ...LEFT]) await breakIt();
  await redis.zrem(KEYS.queue, ...loners.slice(50, 150).map(({ code }) => code));
  const { text } = await verifying();
  expect(text.match(/ has a record and no position\./g)).toHaveLength(5);
  expect(text).toMatch(/… and \d+ more of this kind\.\n {2}--fix gives her the position/);
  for (const { phone, firstName } of [host, ana, bea, loners[50] as Member]) {
    expect(text).not.toContain(phone);
    expect(text).not.toContain(firstName);
  }
});

test('a repair does nothing where the list has changed since it was seen', async () => {
  await shift(host, 5);
  const { problems } = await survey(upstash);
  await join({ referralCode: host.code });
  const score = await scoreOf(host.code);
  for (const { mend } of problems) expect(await mend?.(upstash)).toBe(false);
  expect(await scoreOf(host.code)).toBe(score);
});

describe('while people join', () => {
  test('verify raises no false alarm', async () => {
    await whileJoining(host.code, async (joined) => {
      while (joined() < 20)
        expect((await verifying()).text).toMatch(/people, everything holds\.\n$/);
    });
  });

  test('--fix mends everything and loses nobody', async () => {
    const [moved, gone] = [loners.slice(0, 100), loners.slice(100, 200)];
    await redis.zrem(KEYS.queue, ...gone.map(({ code }) => code));
    for (const member of moved) await shift(member, -SPOTS_PER_FRIEND);
    const joined = await whileJoining(host.code, async () => {
      expect((await fixing()).code).toBe(0);
    });
    const { members: found, problems } = await audit(redis);
    expect(problems).toEqual([]);
    expect(found.size).toBe(PEOPLE + joined);
  });
});

test('Ctrl-C in the middle of --fix leaves each repair whole', async () => {
  await redis.zrem(KEYS.queue, ...loners.slice(0, 250).map(({ code }) => code));
  const isHalfDone = async () => (await redis.zcard(KEYS.queue)) >= PEOPLE - 200;
  await cutOff(['verify', '--fix', '--yes'], 'SIGINT', isHalfDone);
  expect((await fixing()).code).toBe(0);
});
