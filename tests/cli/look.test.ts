import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, KEYS } from '../../netlify/queue/queue.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { referralLink } from '../../src/waitlist/shared/referral.ts';
import { makePeople, phoneOf } from '../support/people.ts';
import { runCli } from '../support/run-cli.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

const PEOPLE = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;

let waitlist: Waitlist;
let members: Member[];

beforeAll(async () => {
  waitlist = await startWaitlist();
  members = await makePeople(waitlist.redis, PEOPLE);
});
afterAll(() => waitlist.stop());

const cli = (...args: string[]) => runCli(waitlist.env, ...args);
const friendsOf = ({ code }: Member) => members.filter(({ inviter }) => inviter === code);
const placeOf = async ({ code }: Member) =>
  Number(await waitlist.redis.zrank(KEYS.queue, code)) + 1;

describe('stats', () => {
  test('counts people, referrals and the friends that each has brought', async () => {
    const { code, stdout } = await cli('stats');
    const old = members.filter(({ joinedAt }) => joinedAt <= Date.now() - 7 * DAY_MS);
    const codes = new Set(old.map((member) => member.code));
    const theirs = members.filter(({ inviter }) => codes.has(inviter ?? '')).length;
    expect(code).toBe(0);
    expect(stdout).toContain('People in line       10,000\n');
    expect(stdout).toContain('Joined by referral   3,333, 33.3 % of the 10,000 who ever joined\n');
    expect(stdout).toContain(
      `K-factor             ${(theirs / old.length).toFixed(2)} friends brought by a person on average, of the\n                     ${old.length.toLocaleString('en-US')} who have been in line for at least 7 days\n                     0.33 of everybody\n`,
    );
  });

  test('shows the joins of each of the last 30 days, in 80 columns', async () => {
    const { stdout } = await cli('stats');
    const days = [...stdout.matchAll(/^(\d{4}-\d\d-\d\d) {2}[█▒]+ ([\d,]+)$/gm)];
    expect(days.map(([, day]) => day)).toEqual(
      Array.from({ length: 30 }, (_, i) => dayOf(Date.now() - (29 - i) * DAY_MS)),
    );
    for (const [, day, joins] of days) {
      expect(joins).toBe(`${members.filter(({ joinedAt }) => dayOf(joinedAt) === day).length}`);
    }
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('names the ten best referrers by code, and nobody by name or phone', async () => {
    const { stdout } = await cli('stats');
    const best = [...stdout.matchAll(/^(\w{15}) +([\d,]+) +([\d,]+)$/gm)];
    const counts = new Map<string, number>();
    for (const { inviter = '' } of members) counts.set(inviter, (counts.get(inviter) ?? 0) + 1);
    counts.delete('');
    const most = [...counts.values()].sort((a, b) => b - a);
    expect(best.map(([, , friends]) => Number(friends))).toEqual(most.slice(0, 10));
    for (const [, code, friends, place] of best) {
      const member = members.find((each) => each.code === code) as Member;
      expect(friendsOf(member)).toHaveLength(Number(friends));
      expect(await placeOf(member)).toBe(Number(place));
    }
    expect(stdout).not.toMatch(/Ana|Lee|•/);
  });
});

describe('list', () => {
  const places = (stdout: string) =>
    [...stdout.matchAll(/^ *(\d+) {2} *(\d+) {2}(\S+ \S+) {2}(.+)$/gm)].map(
      ([, ...cells]) => cells,
    );

  test('shows the first 20 places, with masked phones', async () => {
    const { code, stdout } = await cli('list');
    const codes = await waitlist.redis.zrange(KEYS.queue, 0, 19);
    const expected = codes.map((each, i) => {
      const member = members.find((one) => one.code === each) as Member;
      const friends = `${friendsOf(member).length}`;
      return [`${i + 1}`, friends, `(•••) •••-${member.phone.slice(-4)}`];
    });
    expect(code).toBe(0);
    expect(places(stdout).map((cells) => cells.slice(0, 3))).toEqual(expected);
    expect(stdout).not.toContain(phoneOf(1).slice(0, 7));
  });

  test('goes on from any place to the end', async () => {
    const { stdout } = await cli('list', '--from', '9991', '--top', '1000');
    expect(places(stdout).map(([place]) => place)).toEqual(
      Array.from({ length: 10 }, (_, i) => `${9991 + i}`),
    );
  });

  test('shows everybody, each once', async () => {
    const { stdout } = await cli('list', '--top', '10000');
    expect(stdout.trimEnd().split('\n')).toHaveLength(PEOPLE + 1);
  });

  test('lets no name steer the terminal', async () => {
    const { stdout } = await cli('list', '--top', '10000');
    expect(stdout).toContain('�[31mred Lee\n');
    expect(stdout).toContain('line��end Lee\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
  });
});

describe('find', () => {
  test('tells who she is, who invited her and who came through her', async () => {
    const member = members.find(
      (each) => each.inviter && each.consent && friendsOf(each).length > 2,
    );
    if (!member) throw new Error('nobody was made like that');
    const inviter = members.find(({ code }) => code === member.inviter) as Member;
    const { code, stdout } = await cli('find', formatPhone(member.phone));
    expect(code).toBe(0);
    expect(stdout).toContain(`Name       ${member.firstName} ${member.lastName}\n`);
    expect(stdout).toContain(`Phone      ${formatPhone(member.phone)}\n`);
    expect(stdout).toContain(`Place      ${await placeOf(member)}\n`);
    expect(stdout).toContain(`Friends    ${friendsOf(member).length}\n`);
    expect(stdout).toMatch(new RegExp(`^Through .+ \\(•••\\) •••-\\d{4}, ${inviter.code}$`, 'm'));
    expect(stdout).toContain('“By joining you agree that Resolution Labs may text you');
    const friends = stdout.slice(stdout.indexOf('Who came through her'));
    const codes = [...friends.matchAll(/UTC {2}(\w{15})/g)].map(([, each]) => each);
    expect(codes).toEqual(friendsOf(member).map((friend) => friend.code));
  });

  test('knows her by phone, by code and by link alike', async () => {
    const { phone, code } = members[7_000] as Member;
    const spellings = [phone, `+1 ${formatPhone(phone)}`, code, referralLink('https://a.b', code)];
    spellings.push(`https://fabio.example/?utm=x&ref=${code}#join`, `https://a.b/#spot=${code}`);
    const answers = await Promise.all(spellings.map((spelling) => cli('find', spelling)));
    for (const { stdout } of answers) expect(stdout).toBe(answers[0]?.stdout);
    expect(answers[0]?.stdout).toContain(`Code       ${code}\n`);
  });

  test('says of one who came alone that she did', async () => {
    const { stdout } = await cli('find', phoneOf(1));
    expect(stdout).toContain('Through    nobody, she came alone\n');
  });
});
