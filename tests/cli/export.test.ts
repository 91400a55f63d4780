import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { guardFormula } from '../../cli/csv.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { referralLink, statusLink } from '../../src/waitlist/shared/links.ts';
import { setUpCommands } from '../support/command.ts';
import { codeOf, fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const SITE = 'https://fabio.example';
const { run, redis, admitFirst, store, file } = await setUpCommands();
const members = await fillWaitlist(redis, 2_500);
await admitFirst(3);

async function exporting(name: string, options = '') {
  const { stdout } = await run(`export ${file(name)}${options}`);
  const csv = readFileSync(file(name), 'utf8');
  return { stdout, csv, rows: parse<Record<string, string>>(csv, { bom: true, columns: true }) };
}

test('a CSV lists the queue in order, then admitted members, and only its owner can read it', async () => {
  // Left behind by a killed export.
  file('members.csv.partial', 'left');
  const { stdout, csv, rows } = await exporting('members.csv');
  expect(stdout).toBe(`2,500 members in ${file('members.csv')}, with phone numbers.\n`);
  expect(statSync(file('members.csv')).mode & 0o777).toBe(0o600);
  expect(existsSync(file('members.csv.partial'))).toBe(false);
  expect(csv.startsWith('\uFEFFposition,code,')).toBe(true);
  const referralsOf = Map.groupBy(members, ({ referredBy = '' }) => referredBy);
  const codes = await redis.zrange(KEYS.queue, '0', '-1');
  const admitted = await redis.zrange(KEYS.admitted, '0', '-1');
  const expected = [...codes, ...admitted].map((code, i) => {
    const [position, wave] = codes[i] ? [`${i + 1}`, ''] : ['', 'october-1'];
    const referrals = `${referralsOf.get(code)?.length ?? 0}`;
    return { position, code, referrals, wave, referral_link: referralLink(SITE, code) };
  });
  expect(rows).toMatchObject(expected);
  const { token = '' } = members[9] as Member;
  expect(csv).not.toContain(token);
  expect(rows.map((row) => row.first_name)).toContain("'=cmd|' /C'!A0");
});

test('a CSV has only the front of the queue with --top, and only one wave with --wave', async () => {
  const { rows } = await exporting('top.csv', ' --top 1003');
  expect(rows.map(({ code }) => code)).toEqual(await redis.zrange(KEYS.queue, '0', '1002'));
  const admitted = await redis.zrange(KEYS.admitted, '0', '-1');
  await admitFirst(2, 'november-1');
  const wave = await exporting('wave.csv', ' --wave october-1');
  expect(wave.rows.map(({ code }) => code)).toEqual(admitted);
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
