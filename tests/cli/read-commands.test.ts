import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { guardFormula } from '../../cli/csv.ts';
import { dayOf, type Member } from '../../netlify/queue/record.ts';
import { referralLink, statusLink } from '../../src/waitlist/shared/links.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { setUpCommands } from '../support/command.ts';
import { codeOf, fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const MEMBERS = 2_500;
const SITE = 'https://fabio.example';
const waitlist = await setUpCommands();
const { run, output, redis, admitFirst, store, file } = waitlist;
const members = await fillWaitlist(redis, MEMBERS);
await admitFirst(20);

const referralsOf = (code: string, all = members) =>
  all.filter(({ referredBy }) => referredBy === code);
/** The cells of lines with a masked phone. */
const rowsOf = (text: string) =>
  Array.from(text.matchAll(/^.*•••.*$/gm), ([line]) => line.trim().split(/ {2,}/));

test('list shows positions, referrals and masked phones, from any position or for a wave', async () => {
  const codes = await redis.zrange(KEYS.queue, '1000', '1019');
  const expected = codes.map((code, i) => {
    const found = members.find((each) => each.code === code) as Member;
    const position = (1_001 + i).toLocaleString('en-US');
    const phone = `(•••) •••-${found.phone.slice(-4)} invalid`;
    return [position, `${referralsOf(found.code).length}`, code, phone];
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
    .find((each) => each.referredBy && each.consent && referralsOf(each.code).length > 1) as Member;
  const lines = await output('find', formatPhone(found.phone));
  expect(lines).toContain(`first name    ${found.firstName}\nlast name     ${found.lastName}\n`);
  expect(lines).toContain(`referred by   ${found.referredBy}\n`);
  expect(lines).toContain('consent text  I agree to �texts.\n');
  const position = Number(await redis.zrank(KEYS.queue, found.code)) + 1;
  expect(lines).toContain(`position      ${position.toLocaleString('en-US')}\n`);
  expect(lines).toContain(`referrals     ${referralsOf(found.code).length}\n`);
  expect(lines).toContain("problem       this phone can't exist\n");
  expect(lines).not.toContain(found.token);
  const link = await run(`find ${found.code} --status-link`);
  expect(link.stdout).toBe(`https://fabio.example/#spot=${found.code}.${found.token}\n`);
  expect(link.stderr).toContain(`Only send this to ${formatPhone(found.phone)}`);
  const codes = rowsOf(lines).map(([, , code]) => code);
  expect(codes).toEqual(referralsOf(found.code).map(({ code }) => code));
  const links = [`https://a.b/?utm=x&ref=${found.code}#join`, `/#spot=${found.code}`];
  for (const input of [` ${found.code} `, ...links])
    expect(await output('find', input)).toBe(lines);
});

test.each([
  ['O’BRIEN\u00a0mü', /^O'Brien Müller/, 9, '9 members:'],
  ['(•••) •••-1999', /^Ana1999 Lee$/, 1, '1 member:'],
  ['LEE', /Lee/, 50, '2,152 members, the first 50 of them:'],
])('find %j shows members with it in their name or phone', async (input, names, count, heading) => {
  const lines = await output('find', input);
  expect(lines).toMatch(RegExp(`^${heading}\njoined +source +code +phone +name\n`));
  const found = rowsOf(lines).map((row) => row.at(-1));
  expect(found).toEqual(Array.from({ length: count }, () => expect.stringMatching(names)));
});

test('stats, list and find print the same facts as JSON', async () => {
  const parsed = async (command: string) => JSON.parse(await output(`${command} --json`));
  const rows = rowsOf(await output('list --from 11'));
  const listed = await parsed('list --from 11');
  expect(listed.map((row: object) => Object.values(row).map(String))).toEqual(rows);
  const admitted = await parsed('list --wave october-1 --top 1');
  expect(admitted).toEqual([{ ...listed[0], ...admitted[0], position: null }]);
  const { code, phone, lastName } = members[0] as Member;
  const referrals = referralsOf(code);
  const found = await parsed(`find ${code}`);
  expect(found).toMatchObject({ code, phone, lastName, referrals: referrals.length });
  expect(found.referralsOnTheList).toMatchObject(referrals.map((each) => ({ code: each.code })));
  expect(found).not.toHaveProperty('token');
  expect(await parsed('find Lee')).toHaveLength(2_152);
  const { days, waves, ...counts } = await parsed('stats');
  expect(counts).toMatchObject({ members: MEMBERS, waiting: 2_480, lastBackup: null });
  expect(waves).toMatchObject([{ wave: 'october-1', members: 20 }]);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ day: dayOf(members.at(-1)?.joinedAt ?? 0) });
});

test('a report is one file with two charts that loads nothing and has no personal data', async () => {
  expect(await output(`report ${file('report.html')}`)).toContain('without names');
  const html = readFileSync(file('report.html'), 'utf8');
  expect(html).toContain('<title>The waitlist of fabio.example</title>');
  expect(html).not.toMatch(/https?:|<link|@import|<script|src=/);
  for (const { phone, code, firstName } of members)
    for (const text of [phone, code, firstName]) expect(html.includes(text), text).toBe(false);
  const chart = expect.stringContaining('--members: 100%');
  expect(html.match(/<table>.*?<\/table>/gs)).toEqual([chart, chart]);
});

async function exporting(name: string, options = '') {
  const { stdout } = await run(`export ${file(name)}${options}`);
  const csv = readFileSync(file(name), 'utf8');
  return { stdout, csv, rows: parse<Record<string, string>>(csv, { bom: true, columns: true }) };
}

test('a CSV lists the queue or its front, then admitted members, and only its owner can read it', async () => {
  // Left behind by a killed export.
  file('members.csv.partial', 'left');
  const { stdout, csv, rows } = await exporting('members.csv');
  expect(stdout).toBe(`2,500 members in ${file('members.csv')}, with phone numbers.\n`);
  expect(statSync(file('members.csv')).mode & 0o777).toBe(0o600);
  mkdirSync(file('folder.csv'));
  await run(`export ${file('folder.csv')}`);
  for (const name of ['members', 'folder'])
    expect(existsSync(file(`${name}.csv.partial`)), name).toBe(false);
  expect(csv.startsWith('\uFEFFposition,code,')).toBe(true);
  const codes = await redis.zrange(KEYS.queue, '0', '-1');
  const admitted = await redis.zrange(KEYS.admitted, '0', '-1');
  const expected = [...codes, ...admitted].map((code, i) => {
    const [position, wave] = codes[i] ? [`${i + 1}`, ''] : ['', 'october-1'];
    const referrals = `${referralsOf(code).length}`;
    return { position, code, referrals, wave, referral_link: referralLink(SITE, code) };
  });
  expect(rows).toMatchObject(expected);
  expect(csv).not.toContain('Token');
  expect(rows.map((row) => row.first_name)).toContain("'=cmd|' /C'!A0");
  const top = await exporting('top.csv', ' --top 1003');
  expect(top.rows).toMatchObject(expected.slice(0, 1003));
  const wave = await exporting('wave.csv', ' --wave october-1');
  expect(wave.rows).toMatchObject(expected.slice(-20));
});

test.each([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '"=1', ' =1'].map((text) => [text, `'${text}`]),
  ...['Ana', "O'Brien", "'n Boer", '', '1=1', 'a;b'].map((text) => [text, text]),
  [";\"=cmd|'/C calc'!A0", ";'\"=cmd|'/C calc'!A0"],
  ['x\t@A1;-2', "x\t'@A1;'-2"],
])('in a cell, %j is written as %j', (text = '', cell = '') => {
  expect(guardFormula(text)).toBe(cell);
});

test('a file for texts has members who agreed and can be texted, and no name that turns into a link', async () => {
  const agreed = { consent: '0917e816', consentAt: Date.UTC(2026, 0, 2, 3, 4, 5) };
  const longest = 'D’'.padEnd(26, 'x');
  const safe = ['Zoë', "O'Brien-Łoś", 'Anne\u2010Marie', 'Ana  María José', 'مريم', longest];
  const unsafe = 'J. R.,evil. com,i❤.ws,x。com,fab1o,a/b,a@b,a\u200Bb,-Ana'.split(',');
  unsafe.push('call mom right now', 'your-bank-card-blocked', 'x'.repeat(26));
  const names = [...safe, ...unsafe];
  const members: Partial<Member>[] = [
    { ...agreed, source: 'ig/spring', wave: 'october-1' },
    {},
    { ...agreed, optedOutAt: Date.UTC(2026, 1, 1) },
    { ...agreed, consent: 'ffffffff' },
    { ...agreed, phone: '2120000005' },
    { ...agreed, phone: '1552000006' },
    ...names.map((firstName) => ({ ...agreed, firstName })),
  ];
  await redis.flushall();
  await redis.hset(KEYS.consents, agreed.consent, '=I agree, “really”.');
  for (const [i, fields] of members.entries()) {
    const member = { phone: `21220000${10 + i}`, firstName: 'Ana', lastName: 'Lee', joinedAt: 0 };
    const code = codeOf(i + 1);
    await store({ ...member, code, token: 'Token00001', ...fields });
    await redis.zadd(fields.wave ? KEYS.admitted : KEYS.queue, i + 1, code);
  }
  const { stdout, csv, rows } = await exporting('texts.csv', ' --for-texts');
  expect(stdout).toBe(`19 members in ${file('texts.csv')}, with phone numbers.
2 members left out: no consent to texts.
1 member left out: no consent text or no status token.
2 members left out: not a North American phone number.
12 members without first_name: it could be a link or a message.
`);
  const titles = 'phone,first_name,position,wave,link,consent_text,consent_at,source';
  const link = statusLink(SITE, { referralCode: codeOf(7), statusToken: 'Token00001' });
  const zoe = `+12122000016,Zoë,6,,${link},"'=I agree, “really”.",2026-01-02 03:04:05+00:00,`;
  expect(csv.split('\n').slice(0, 2)).toEqual([titles, zoe]);
  const greetings = rows.map((row) => row.first_name);
  expect(greetings).toEqual([...safe, ...unsafe.map(() => ''), 'Ana']);
  expect(rows.at(-1)).toMatchObject({ position: '', wave: 'october-1', source: 'ig/spring' });
});

test('a source counts the members who came from it and everyone they referred, and sums its campaigns', async () => {
  await redis.flushall();
  const ana = await waitlist.addMember({ source: 'tiktok/launch-week' });
  const bea = await waitlist.addMember({ referralCode: ana });
  await waitlist.addMember({ referralCode: bea });
  await waitlist.addMember({ referralCode: bea, source: 'tiktok' });
  await waitlist.addMember();
  const lines = await output('stats');
  expect(lines.replaceAll(/ +/g, ' ')).toContain(`source members referred
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

test('stats counts waiting and admitted members, and referrals', async () => {
  const members = await fillWaitlist(redis, 60);
  await admitFirst(20);
  const lines = await output('stats');
  const summary = lines.slice(0, lines.indexOf('\n\n')).matchAll(/^.+ {2,}(\d+)$/gm);
  const consents = members.filter(({ consent }) => consent).length;
  const today = members.filter(({ joinedAt }) => dayOf(joinedAt) === dayOf(Date.now())).length;
  expect(Array.from(summary, ([, count]) => Number(count))).toEqual(
    // Members, waiting, admitted, agreed, opted out, joined in all and today, referred.
    [60, 40, 20, consents, 0, 60, today, 20],
  );
  expect(lines).toMatch(/^percent referred +33\.3$/m);
  expect(lines).toMatch(/^october-1 +20 +\d+$/m);
  const most = members.map((each) => referralsOf(each.code, members).length).sort((a, b) => b - a);
  const best = [...lines.matchAll(/^\w{10} +(\d+) {2}\S+ \S+$/gm)];
  expect(best.map(([, referrals]) => Number(referrals))).toEqual(most.slice(0, 10));
  expect(lines).not.toContain('•');
});
