import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dayOf, type Member } from '../../netlify/queue/record.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { setUpCommands } from '../support/command.ts';
import { fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const MEMBERS = 2_500;
const waitlist = await setUpCommands();
const { run, output, redis, admitFirst, file } = waitlist;
const members = await fillWaitlist(redis, MEMBERS);
await admitFirst(20);

const referralsOf = ({ code }: Member) => members.filter(({ referredBy }) => referredBy === code);
/** The cells of lines with a masked phone. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.includes('•••'))
    .map((line) => line.trim().split(/ {2,}/));

test('list shows positions, referrals and masked phones, from any position or for a wave', async () => {
  const codes = await redis.zrange(KEYS.queue, '1000', '1019');
  const expected = codes.map((code, i) => {
    const found = members.find((each) => each.code === code) as Member;
    const position = (1_001 + i).toLocaleString('en-US');
    const phone = `(•••) •••-${found.phone.slice(-4)} invalid`;
    return [position, `${referralsOf(found).length}`, code, phone];
  });
  const rows = rowsOf(await output('list --from 1001'));
  expect(rows.map((row) => row.slice(0, 4))).toEqual(expected);
  expect(rowsOf(await output('list --from 1001 --top 9999'))).toHaveLength(1_480);
  const wave = rowsOf(await output('list --wave october-1'));
  expect(wave.filter(([position]) => position === 'admitted')).toHaveLength(20);
  expect(rowsOf(await output('list --wave october-1 --top 3'))).toEqual(wave.slice(0, 3));
  expect(await output('list --from 2481')).toBe('No members from position 2,481.\n');
});

test('find shows everything known about a member, and their referrals, by phone, code or link', async () => {
  const found = members
    .slice(500)
    .find((each) => each.referredBy && each.consent && referralsOf(each).length > 1) as Member;
  const lines = await output('find', formatPhone(found.phone));
  expect(lines).toContain(`first name    ${found.firstName}\nlast name     ${found.lastName}\n`);
  expect(lines).toContain(`referred by   ${found.referredBy}\n`);
  expect(lines).toContain('consent text  I agree to �texts.\n');
  const position = Number(await redis.zrank(KEYS.queue, found.code)) + 1;
  expect(lines).toContain(`position      ${position}\n`);
  expect(lines).toContain(`referrals     ${referralsOf(found).length}\n`);
  expect(lines).not.toContain(found.token);
  const codes = rowsOf(lines).map(([, , code]) => code);
  expect(codes).toEqual(referralsOf(found).map(({ code }) => code));
  const links = [`https://a.b/?utm=x&ref=${found.code}#join`, `/#spot=${found.code}`];
  for (const input of [found.code, ...links]) expect(await output('find', input)).toBe(lines);
});

test('find prints only the status link with --status-link', async () => {
  const { code, phone, token } = members[9] as Member;
  const { stdout, stderr } = await run(`find ${code} --status-link`);
  expect(stdout).toBe(`https://fabio.example/#spot=${code}.${token}\n`);
  expect(stderr).toContain(`Only send this to ${formatPhone(phone)}`);
});

test('find stops at 50 members', async () => {
  const lines = await output('find Lee');
  expect(lines).toMatch(/^2,\d{3} members, the first 50 of them:\njoined +source /);
  expect(rowsOf(lines)).toHaveLength(50);
});

test.each([
  ['O’BRIEN\u00a0mü', /^O'Brien Müller/],
  ['(•••) •••-1999', /^Ana1999 Lee$/],
])('find shows members with %s in their name or phone', async (input, names) => {
  const rows = rowsOf(await output('find', input));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.at(-1)).toMatch(names);
});

test('stats counts waiting and admitted members, and joins by day and referrer', async () => {
  const lines = await output('stats');
  const referred = members.filter(({ referredBy }) => referredBy).length;
  /** How many members joined on this day. */
  const joinsIn = (day: string) => members.filter((each) => dayOf(each.joinedAt) === day).length;
  const summary = lines.slice(0, lines.indexOf('\n\n')).matchAll(/^.+ {2,}([\d,]+)$/gm);
  const counts = Array.from(summary, ([, count]) => Number(count?.replace(',', '')));
  const agreed = members.filter(({ consent }) => consent).length;
  const texts = [agreed, 0, MEMBERS, joinsIn(dayOf(Date.now()))];
  expect(counts).toEqual([MEMBERS, MEMBERS - 20, 20, ...texts, referred]);
  expect(lines).toMatch(/^october-1 +20 +\d+$/m);
  const days = [...lines.matchAll(/^(\d{4}-\d\d-\d\d) +(\d+) +\d+$/gm)];
  expect(days).toHaveLength(30);
  for (const [, day = '', joins] of days) expect(joinsIn(day)).toBe(Number(joins));
  const most = members.map((each) => referralsOf(each).length).sort((a, b) => b - a);
  const best = [...lines.matchAll(/^\w{10} +(\d+) {2}(Ana\d+|\S+) \S+$/gm)];
  expect(best.map(([, referrals]) => Number(referrals))).toEqual(most.slice(0, 10));
  expect(lines).not.toContain('•');
});

test('a report is one file with two charts that loads nothing and has no personal data', async () => {
  await run(`report ${file('report.html')}`);
  const html = readFileSync(file('report.html'), 'utf8');
  expect(html).toContain('<title>The waitlist of fabio.example</title>');
  expect(html).not.toMatch(/https?:|<link|@import|<script|src=/);
  for (const { phone, code, firstName } of members) {
    for (const text of [phone, code, firstName]) expect(html.includes(text), text).toBe(false);
  }
  expect(html.match(/<table>/g)).toHaveLength(2);
  expect(html.match(/--members: 100%/g)).toHaveLength(2);
});

test('a source counts the members who came from it and everyone they referred, and sums its campaigns', async () => {
  await redis.flushall();
  const ana = await waitlist.addMember({ source: 'tiktok/launch-week' });
  const bea = await waitlist.addMember({ referralCode: ana });
  await waitlist.addMember({ referralCode: bea });
  await waitlist.addMember({ referralCode: bea, source: 'tiktok' });
  await waitlist.addMember();
  const lines = await output('stats');
  expect(lines.replaceAll(/ +/g, ' ')).toContain(`Source Members Referred
tiktok, all 4 3
tiktok/launch-week 3 2
tiktok 1 1
none 1 0

`);
  for (let n = 1; n <= 9; n += 1) await waitlist.addMember({ source: `poster-${n}` });
  expect(await output('stats')).not.toContain('other sources');
  await waitlist.addMember({ source: 'poster-10' });
  expect(await output('stats')).toMatch(/^other sources +2 +0$/m);
});
