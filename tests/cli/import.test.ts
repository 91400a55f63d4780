import { beforeEach, expect, test } from 'vitest';
import type { Member } from '../../netlify/queue/record.ts';
import { parseSignup } from '../../src/waitlist/shared/contract.ts';
import { setUpCommands } from '../support/command.ts';
import { fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { ask, run, redis, file, memberWith } = waitlist;

const members = await fillWaitlist(redis, 300);
beforeEach(() => fillWaitlist(redis, 300));

const importText = (text: string | Buffer) => run(`import ${file('list.csv', text)}`);

const TIMES = [
  '2026-01-02T03:04:05Z',
  '2026-01-02 03:04:05 UTC',
  '2026-01-02T03:04:05.678+00',
  '2026-01-02T04:04:05+0100',
];

test('members of a CSV join the back of the queue in its order, with time and source', async () => {
  const rows = Array.from({ length: 1_200 }, (_, i) => {
    return `Bo${i},Ek,${7_000_000_000 + i},${TIMES[i % TIMES.length]},TikTok,launch`;
  });
  const titles = 'first_name,last_name,phone,joined_at,source,campaign';
  await redis.script('FLUSH'); // A request with its text 250 times would be refused.
  const imported = await importText(`${titles}\n${rows.join('\n')}\n,,\n`);
  expect(imported).toMatchObject({ code: 0, stdout: 'Imported 1,200 members.\n' });
  const progress = '250 of 1,200; after Ctrl-C, the same command goes on\n500 of 1,200\n';
  expect(imported.stderr).toContain(progress);
  const { stdout } = await run('list --from 301 --top 1200');
  expect(stdout.match(/Bo\d+/g)).toEqual(rows.map((row) => row.split(',')[0]));
  expect((await run('verify')).code).toBe(0);
  const bo = { source: 'tiktok/launch', joinedAt: Date.UTC(2026, 0, 2, 3, 4, 5) };
  for (const i of TIMES.keys())
    expect(await memberWith(`${7_000_000_000 + i}`), TIMES[i]).toMatchObject(bo);
});

const MOMENT = '2026-01-02 03:04:05';
test.each([
  ["Mailchimp's", 'First Name,Last Name,Phone Number,OPTIN_TIME,CONFIRM_TIME (UTC)', `,${MOMENT}`],
  [
    "Typeform's, with a byte order mark",
    '\uFEFFFirst name,Last name,Phone number,Submit Date (UTC)',
    MOMENT,
  ],
  ["Prefinery's, with tabs", 'First Name\tLast Name\tTelephone\tApplied At', `${MOMENT}Z`],
  [
    "Klaviyo's, with semicolons",
    'First Name;Last Name;Phone;Date Added;Profile Created On',
    `${MOMENT}Z;x`,
  ],
])('the titles of an export like %s are understood', async (_, titles, times) => {
  const [separator = ''] = /[,;\t]/.exec(titles) ?? [];
  const row = ['Bo', 'Ek', "'+17000000000", times].join(separator);
  expect((await importText(`${titles}\n${row}`)).stdout).toContain('Imported 1 member.\n');
  const bo = { firstName: 'Bo', lastName: 'Ek', joinedAt: Date.UTC(2026, 0, 2, 3, 4, 5) };
  expect(await memberWith('7000000000')).toMatchObject(bo);
});

test('an exported list can be imported again with the same names', async () => {
  await run(`export ${file('list.csv')}`);
  await redis.flushall();
  await run(`import ${file('list.csv')}`);
  for (const member of members) {
    const { firstName, lastName } = (await memberWith(member.phone)) as Member;
    expect(parseSignup(member)).toMatchObject({ value: { firstName, lastName } });
  }
});

test('invalid lines are listed by number and reason, and the others join', async () => {
  const text = `phone,first_name,last_name,joined_at,ci\u001bty,,consent_at
7000000000,Bo,Ek,,Reno
2000000005,Cy,Fa,,Reno
7000000001, "Di
ana" ,Fa "x",,Reno
+1 (700) 000-0000,Other,Name,,Reno
2.0007358E+09,Evelyn,Fa,,Reno
7000000002,,Fa,,Reno
7000000003,${'x'.repeat(51)},Fa,,Reno
7000000004
7000000005,Bo,Ek,11/03/2026,Reno
7000000005,"B
o",Ek,2999-01-01,Reno
7000000005,Bo,Ek,2026-02-30,Reno
7000000005,Bo,Ek,2026-04-31T09:30:00Z,Reno
7000000005,Bo,Ek,2026-04-30 09:30:00,Reno
7000000005,Bo,Ek,2026-04-30T09:30:00+24:00,Reno
7000000005,Bo,Ek,2026-04-30T09:30:00+99,Reno
7000000005,Bo,Ek,2026-04-30T09:30:00-00:60,Reno
`;
  expect(await importText(text)).toMatchObject({
    code: 1,
    stdout: `Columns left out: ci�ty, consent_at
Line 6, phone: already in an earlier line.
Line 7, phone: not a 10-digit phone number.
Lines 8, 10, first_name: empty.
Line 9, first_name: longer than 50 characters.
Line 10, last_name: empty.
Lines 11, 13, 14, 15, 17, 18, 19, joined_at: not a past time such as 2026-11-21 or 2026-11-21T09:30:00Z.
Line 16, joined_at: no time zone: add Z or UTC, or name UTC in the title.
Imported 2 members.
Skipped 1 line: already on the list.
`,
    stderr: expect.not.stringMatching(/^\d+ of /m),
  });
  expect(await memberWith('2000000005')).toEqual(members[4]);
  const corrected = text.replace('2.0007358E+09,Evelyn', '7000000006,Evelyn');
  const { stderr } = await ask(`import ${file('list.csv', corrected)}`);
  expect(stderr).toContain(
    'Import 4 lines, 0 with consent to texts, 3 on the list already, into the queue of 302 members, without 12 refused lines: imported later, they join behind the others, and no second import undoes that (test',
  );
  expect((await importText(corrected)).stdout).toContain('Imported 1 member.\nSkipped 3 lines');
});

test('all refused lines are listed where they can be kept, and a terminal says how', async () => {
  const refused = Array.from({ length: 25 }, (_, i) => i + 2);
  const text = `phone,first_name,last_name\n${'2,Bo,Ek\n'.repeat(25)}`;
  const all = `Lines ${refused.join(', ')}, phone: not a 10-digit phone number.\n`;
  expect((await importText(text)).stdout).toBe(`${all}No members to import.\n`);
  Object.assign(process.stdout, { isTTY: true });
  const shown = `${refused.slice(0, 20).join(', ')} and 5 more (add > lines.txt to see all)`;
  expect((await importText(text)).stdout).toContain(`Lines ${shown}, phone: not a`);
  Object.assign(process.stdout, { isTTY: undefined });
});

test('a referrer who is not a member, and a consent without a time, are listed', async () => {
  const text = `phone,first_name,last_name,consent_text,consent_at,referred_by
7000000001,Cy,Fa,,2026-01-02,Xpwq70a0a0
7000000002,Di,Ga,Yes,,
7000000002,Di,Ga,Yes,2026-02-30,
7000000003,Ed,Ha,,,${members[0]?.code}
`;
  const { stdout } = await importText(text);
  expect(stdout).toMatch(/^Lines 3, 4, consent_at: not a past time .+\nLine 2, referred_by: not a/);
  expect(stdout).toContain('\nImported 2 members.\n');
});

test.each([
  [
    'Line 1 must name first_name, last_name, phone. Missing: first_name, last_name. Found: name, Cell.',
    'name,Cell\nAna Lee,5551234567\n',
  ],
  ['Found: no titles.', 'Ana,55 51 23 45 67,Lee\n'],
  ['The columns phone and mobile mean the same thing', 'phone,mobile,first,last\n'],
  ["isn't CSV (CSV_QUOTE_NOT_CLOSED)", 'phone,first,last\n5551234567,"Ana,Lee\n'],
  ["isn't UTF-8", Buffer.from('phone,first,last\n5551234567,Ana,Lee\n', 'utf16le')],
  ["isn't UTF-8", Buffer.from('phone,first,last\n5551234567,Ana,L\xeb\n', 'latin1')],
])('a file that is not a list is refused: %s', async (sentence, text) => {
  const { stdout, stderr } = await importText(text);
  expect(stderr).toMatch(sentence);
  expect(stdout + stderr).not.toMatch(/Ana|5551234567|55 51/);
  expect(await redis.zcard(KEYS.queue)).toBe(300);
});
