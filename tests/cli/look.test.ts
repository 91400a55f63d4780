import { describe, expect, test } from 'vitest';
import { find } from '../../cli/commands/find.ts';
import { list } from '../../cli/commands/list.ts';
import { stats } from '../../cli/commands/stats.ts';
import { figure, maskedPhone } from '../../cli/show.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { dayOf, type Member } from '../../netlify/queue/record.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { referralLink } from '../../src/waitlist/shared/referral.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople, phoneOf } from '../support/people.ts';
import { consentVersion } from '../support/words.ts';

const PEOPLE = 2_500;
const DAY_MS = 24 * 60 * 60 * 1000;

const { redis, session, faults } = await setUpWaitlist();
const members = await makePeople(redis, PEOPLE);
const withCode = new Map(members.map((member) => [member.code, member]));

const friendsOf = ({ code }: Member) => members.filter(({ inviter }) => inviter === code);
const positionOf = async (code: string) => Number(await redis.zrank(KEYS.queue, code)) + 1;

describe('stats', () => {
  const text = async () => (await printed(() => stats(session))).text;

  test('counts people, referrals and the friends that each has brought', async () => {
    const today = Date.parse(dayOf(Date.now()));
    const old = members.filter(({ joinedAt }) => joinedAt < today - 7 * DAY_MS);
    const brought = old.reduce((sum, member) => sum + friendsOf(member).length, 0);
    const lines = await text();
    expect(lines).toContain('People in line       2,500\n');
    expect(lines).toMatch(/by referral +8\d\d, 33\.\d % of all/);
    const average = `${(brought / old.length).toFixed(2)} friends brought by a person on average`;
    const people = `${figure(old.length)} who have been in line for at least 7 days`;
    expect(lines).toMatch(RegExp(`${average}, of the\n +${people}\n +0.33 of everybody\n`));
  });

  test('shows the joins of each of the last 30 days, in 80 columns', async () => {
    const lines = await text();
    const days = [...lines.matchAll(/^(\d{4}-\d\d-\d\d) {2}[█▒]* ?([\d,]+)$/gm)];
    expect(days.map(([, day, joins]) => [day, joins])).toEqual(
      Array.from({ length: 30 }, (_, i) => {
        const day = dayOf(Date.now() - (29 - i) * DAY_MS);
        return [day, `${members.filter(({ joinedAt }) => dayOf(joinedAt) === day).length}`];
      }),
    );
    for (const line of lines.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('names the ten best referrers by code, and nobody by name or phone', async () => {
    const lines = await text();
    const best = [...lines.matchAll(/^(\w{15}) +([\d,]+) +([\d,]+)$/gm)];
    const most = members.map((member) => friendsOf(member).length).sort((a, b) => b - a);
    expect(best.map(([, , friends]) => Number(friends))).toEqual(most.slice(0, 10));
    for (const [, code = '', friends, position] of best) {
      expect(friendsOf(withCode.get(code) as Member)).toHaveLength(Number(friends));
      expect(await positionOf(code)).toBe(Number(position));
    }
    expect(lines).not.toMatch(/Ana|Lee|•/);
  });
});

describe('list', () => {
  const text = async (from: number, top: number) =>
    (await printed(() => list(session, { from, top }))).text;
  const rows = async (from: number, top: number) => [
    ...(await text(from, top)).matchAll(/^ *(\d+) {2} *(\d+) {2}(\S+ \S+) {2}(.+)$/gm),
  ];

  test('shows positions in queue order, with masked phones', async () => {
    const codes = await redis.zrange(KEYS.queue, 0, 19);
    const expected = codes.map((code, i) => {
      const member = withCode.get(code) as Member;
      return [`${i + 1}`, `${friendsOf(member).length}`, `(•••) •••-${member.phone.slice(-4)}`];
    });
    expect((await rows(1, 20)).map(([, ...cells]) => cells.slice(0, 3))).toEqual(expected);
  });

  test('goes on from any position to the end', async () => {
    const positions = (await rows(1_001, 99_999)).map(([, position]) => Number(position));
    expect(positions).toEqual(Array.from({ length: 1_500 }, (_, i) => 1_001 + i));
  });

  test('lets no name steer the terminal', async () => {
    const lines = await text(1, PEOPLE);
    expect(lines).toContain('�[31mred Lee\n');
    expect(lines).toContain('line��end Lee\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(lines).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
  });

  test('shows a position whose record is missing', async () => {
    await redis.zadd(KEYS.queue, 1e9, 'gh\u001bost');
    expect(await text(PEOPLE + 1, 1)).toMatch(/ 2501 +no record\n$/);
    await redis.zrem(KEYS.queue, 'gh\u001bost');
  });
});

describe('find', () => {
  const text = async (typed: string, friends = false) =>
    (await printed(() => find(session, typed, { friends }))).text;

  test('tells who she is, who invited her and, if asked, who came through her', async () => {
    const invited = members.filter(({ inviter, consent }) => inviter && consent);
    const member = invited.find((each) => friendsOf(each).length > 2) as Member;
    const lines = await text(formatPhone(member.phone), true);
    expect(lines).toContain(`Name       ${member.firstName} ${member.lastName}\n`);
    expect(lines).toContain(`Phone      ${formatPhone(member.phone)}\n`);
    expect(lines).toContain(`Position   ${await positionOf(member.code)}\n`);
    expect(lines).toContain(`Friends    ${friendsOf(member).length}\n`);
    expect(lines).toMatch(RegExp(`^Through .+ \\(•••\\) •••-\\d{4}, ${member.inviter}$`, 'm'));
    const time = new Date(member.consentAt ?? 0).toISOString().slice(0, 16).replace('T', ' ');
    expect(lines).toContain(`Consent    ${time} UTC, ${consentVersion}: “`);
    expect(await text(phoneOf(5))).toContain('Consent    no\n');
    const friends = lines.slice(lines.indexOf('Who came through her'));
    const codes = [...friends.matchAll(/UTC {2}(\w{15})/g)].map(([, code]) => code);
    expect(codes).toEqual(friendsOf(member).map(({ code }) => code));
    expect(await text(member.phone)).not.toContain('Who came through her');
  });

  test.each([
    ['ANA1999', ['Ana1999 Lee']],
    ['muller los ana7', /^Ana7\d* Müller-Łoś$/],
    ['مريم lee', /^مريم Lee$/],
  ])('by name: %s, masked, in queue order', async (name, names) => {
    const rows = [...(await text(name)).matchAll(/^ *(\d+) {2}(\w{15}) {2}(\S+ \S+) {2}(.+)$/gm)];
    expect(rows.length).toBeGreaterThan(0);
    for (const [, position, code = '', phone, shown] of rows) {
      const member = withCode.get(code) as Member;
      expect([position, phone]).toEqual([`${await positionOf(code)}`, maskedPhone(member.phone)]);
      expect(shown).toBe(`${member.firstName} ${member.lastName}`);
      expect([shown].join()).toMatch(names instanceof RegExp ? names : names.join());
    }
    const positions = rows.map(([, position]) => Number(position));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  test('by a name that many have, shows fifty and how many more', async () => {
    const lines = (await text('ana')).trim().split('\n');
    expect(lines).toHaveLength(51);
    expect(lines[50]).toMatch(/^… and 2,\d{3} more\.$/);
  });

  test('knows her by phone, by code and by link alike', async () => {
    const { phone, code } = members[2_000] as Member;
    const links = [referralLink('https://a.b', code), `https://a.b/?utm=x&ref=${code}#join`];
    const first = await text(phone);
    expect(first).toContain(`Code       ${code}\n`);
    for (const spelling of [`+1 ${formatPhone(phone)}`, code, ...links, `/#spot=${code}`]) {
      expect(await text(spelling)).toBe(first);
    }
  });

  test('reads of one who came alone what it shows and nothing else', async () => {
    const commands: unknown[] = [];
    faults.intercept = async (request, execute) => {
      commands.push((request as string[])[0]);
      return execute();
    };
    expect(await text(phoneOf(1))).toContain('Through    nobody, she came alone\n');
    expect(commands.sort()).toEqual(['evalsha', 'hget', 'hget']);
  });
});
