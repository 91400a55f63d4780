import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { importFile } from '../../cli/commands/import.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { JOIN_NUMBERS } from '../../netlify/queue/referral-code.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople, phoneOf } from '../support/people.ts';

const { redis, upstash, session, file, memberWith } = await setUpWaitlist();
let members: Member[];
beforeEach(async () => {
  members = await makePeople(redis, 300);
});

function importText(text: string | Buffer) {
  writeFileSync(file('list.csv'), text);
  return printed(() => importFile(session, file('list.csv')));
}

test('people of another list join the back of the queue in the order of the file', async () => {
  const rows = Array.from({ length: 1_200 }, (_, i) => `Bo${i},Ek,${7_000_000_000 + i}`);
  const { code, text } = await importText(`first_name,last_name,phone\n${rows.join('\n')}\n`);
  expect({ code, text }).toEqual({ code: 0, text: '1,200 members imported.\n' });
  const codes = await redis.zrange(KEYS.queue, -1_200, -1);
  const records = await redis.hmget(KEYS.members, ...codes);
  const phones = codes.map((code, i) => parseRecord(code, records[i] ?? '')?.phone);
  expect(phones).toEqual(rows.map((row) => row.slice(-10)));
  expect((await audit({ redis, upstash })).problems).toEqual([]);
  const bo = await memberWith('7000000000');
  expect(bo).toMatchObject({ firstName: 'Bo0', inviter: undefined, consent: undefined });
  expect(bo?.token).toMatch(/^\w{10}$/);
});

test.each([
  ['semicolons and capitals', 'First Name;Last Name;Phone Number\r\nBo;Ek;(700) 000-0000\r\n'],
  ['tabs', 'surname\tgiven name\tmobile\nEk\tBo\t+1 700 000 0000\n'],
  ['quotes and a byte order mark', '\uFEFF"phone","firstName","lastName"\n"7000000000","Bo","Ek"'],
  ['blank lines', 'phone,first,last\n\n7000000000,Bo,Ek\n\n'],
])('a file with %s is read', async (_, text) => {
  expect((await importText(text)).text).toBe('1 member imported.\n');
  expect(await memberWith('7000000000')).toMatchObject({ firstName: 'Bo', lastName: 'Ek' });
});

test('time and source of a file are kept', async () => {
  await importText(
    'phone,first,last,joined_at,source,campaign\n7000000000,Bo,Ek,2026-01-02T03:04:05Z,TikTok,launch\n',
  );
  const joinedAt = Date.parse('2026-01-02T03:04:05Z');
  expect(await memberWith('7000000000')).toMatchObject({ joinedAt, source: 'tiktok/launch' });
});

test('a wrong line is told by its number and reason, nothing that it holds, and the rest joins', async () => {
  const text = `phone,first_name,last_name,joined_at,ci\u001bty
7000000000,Bo,Ek,,Reno
${phoneOf(5)},Cy,Fa,,Reno
7000000001,"Di
ana",Fa "x",,Reno
+1 (700) 000-0000,Other,Name,,Reno
555,Evelyn,Fa,,Reno
7000000002,,Fa,,Reno
7000000003,${'x'.repeat(51)},Fa,,Reno
7000000004
7000000005,Bo,Ek,11/03/2026,Reno
7000000005,Bo,Ek,2999-01-01,Reno
`;
  const first = await importText(text);
  expect(first).toEqual({
    code: 2,
    text: `Columns left out: ci�ty
Line 6: A line before has the same phone number.
Line 7: ${SIGNUP_ERRORS.invalid_phone}.
Lines 8 and 10: ${SIGNUP_ERRORS.empty_field}.
Line 9: ${SIGNUP_ERRORS.name_too_long}.
Lines 11 to 12: Please write a past time as 2026-11-21 or 2026-11-21T09:30:00Z.
2 members imported.
1 member on the list stayed the same.
`,
  });
  expect(await memberWith(phoneOf(5))).toEqual(members[4]);
  const again = await importText(text.replace('555,Evelyn', '7000000006,Evelyn'));
  expect(again.text).toContain('1 member imported.\n3 members on the list stayed the same.\n');
});

test('nobody joins a list that is full', async () => {
  await redis.set(KEYS.joined, JOIN_NUMBERS - 1);
  await expect(importText('phone,first,last\n7000000000,Bo,Ek\n')).rejects.toThrow('is full');
  expect(await redis.get(KEYS.joined)).toBe(`${JOIN_NUMBERS - 1}`);
});

describe('a file that is no list is a sentence:', () => {
  test.each([
    ['', 'has to name its columns'],
    ['name,phone\nAna Lee,5551234567\n', 'has to name its columns'],
    ['phone,mobile,first,last\n', 'The columns phone and mobile mean the same'],
    ['phone,first,last\n5551234567,"Ana,Lee\n', 'cannot be read as CSV (CSV_QUOTE_NOT_CLOSED)'],
    [`phone,first,last\n1,"${'Ana\n'.repeat(99_999)}`, '(CSV_MAX_RECORD_SIZE)'],
    [Buffer.from('phone,first,last\n5551234567,Ana,L\xeb\n', 'latin1'), 'is not in UTF-8'],
  ])('%.40j', async (text, sentence) => {
    const error: Error = await importText(text).catch((error) => error);
    expect(error.message).toContain(sentence);
    expect(error.message).not.toMatch(/Ana|5551234567/);
    expect(await redis.zcard(KEYS.queue)).toBe(300);
  });
});
