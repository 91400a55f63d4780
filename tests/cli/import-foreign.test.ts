import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOf, KEYS } from '../../netlify/queue/queue.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { codePrefix, joinNumber } from '../../netlify/queue/referral-code.ts';
import { audit } from '../support/audit.ts';
import { makePeople, phoneOf } from '../support/people.ts';
import { runCli } from '../support/run-cli.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

const PEOPLE = 10_000;

let waitlist: Waitlist;
let folder: string;
let members: Member[];

beforeAll(async () => {
  waitlist = await startWaitlist();
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
beforeEach(async () => {
  await waitlist.redis.flushall();
  members = await makePeople(waitlist.redis, PEOPLE);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await waitlist.stop();
});

const FILE = 'list.csv';

async function importFile(text: string | Buffer) {
  const path = join(folder, FILE);
  writeFileSync(path, text);
  return runCli(waitlist.env, 'import', path, '--yes');
}

async function memberWith(phone: string): Promise<Member> {
  const member = parseRecord(phone, (await waitlist.redis.hget(KEYS.members, phone)) ?? '');
  if (!member) throw new Error(`${phone} is not on the list`);
  return member;
}

/** The members from place `from` on, in queue order. */
const lastPhones = async (count: number) => {
  const codes = await waitlist.redis.zrange(KEYS.queue, -count, -1);
  const records = Object.entries(await waitlist.redis.hgetall(KEYS.members));
  const phones = new Map(records.map(([phone, record]) => [record.slice(0, 15), phone]));
  return codes.map((code) => phones.get(code));
};

test('people of another list join the back of the line in the order of the file', async () => {
  const rows = Array.from({ length: 1_200 }, (_, i) => `Bo${i},Ek,${7_000_000_000 + i}`);
  const { code, stdout } = await importFile(`first_name,last_name,phone\n${rows.join('\n')}\n`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '1,200 imported\n' });
  expect(await lastPhones(1_200)).toEqual(rows.map((row) => row.slice(-10)));
  expect((await audit(waitlist.redis)).problems).toEqual([]);
  const bo = await memberWith('7000000000');
  expect(bo).toMatchObject({ firstName: 'Bo0', inviter: undefined, consent: undefined });
  expect(dayOf(bo.joinedAt)).toBe(dayOf(Date.now()));
});

test.each([
  ['semicolons and capitals', 'First Name;Last Name;Phone Number\r\nBo;Ek;(700) 000-0000\r\n'],
  ['tabs', 'surname\tgiven name\tmobile\nEk\tBo\t+1 700 000 0000\n'],
  ['quotes and a byte order mark', '\uFEFF"phone","firstName","lastName"\n"7000000000","Bo","Ek"'],
  ['blank lines', 'phone,first,last\n\n7000000000,Bo,Ek\n\n'],
])('a file with %s is read', async (_, text) => {
  expect((await importFile(text)).stdout).toBe('1 imported\n');
  expect(await memberWith('7000000000')).toMatchObject({ firstName: 'Bo', lastName: 'Ek' });
});

test('whoever cannot be imported is told by line, and nothing that the line holds', async () => {
  const { code, stdout, stderr } = await importFile(`phone,first_name,last_name,city
7000000000,Bo,Ek,Reno
${phoneOf(5)},Cy,Fa,Reno
7000000001,"Di
ana",Fa,Reno
+1 (700) 000-0000,Other,Name,Reno
555,Evelyn,Fa,Reno
7000000002,,Fa,Reno
7000000003,${'x'.repeat(51)},Fa,Reno
7000000004
`);
  expect(code).toBe(2);
  expect(stdout).toBe(`Columns left out: city
Line 6 left out, the phone is in the file twice
Line 7 refused: Please enter a valid 10-digit phone number
2 lines (8, 10) refused: Please fill in all fields
Line 9 refused: Please keep each name to 50 characters
2 imported
1 was on the list already
`);
  expect(stdout + stderr).not.toMatch(/7000000|Evelyn|Fa\b/);
  expect(await memberWith(phoneOf(5))).toEqual(members[4]);
  expect(await memberWith('7000000001')).toMatchObject({ firstName: 'Di ana' });
});

describe('codes in a file', () => {
  test('keep their place among the others, and credit an inviter who is in line', async () => {
    const [host] = members.slice(6_000) as [Member];
    const free = joinNumber((members[7_499] as Member).code) - 1; // Nobody has it: a gap.
    const code = `${codePrefix(free)}abcdefgh`;
    const before = await waitlist.scoreOf(host.code);
    const { stdout } = await importFile(
      `phone,first,last,code,inviter,joined_at,consent\n7000000000,Bo,Ek,${code},${host.code},2026-01-02T03:04:05.678Z,34b03603\n`,
    );
    expect(stdout).toBe('1 imported\n');
    expect(await waitlist.scoreOf(host.code)).toBe(before - 5);
    expect(await waitlist.scoreOf(code)).toBe(free);
    expect(await memberWith('7000000000')).toEqual({
      phone: '7000000000',
      code,
      key: undefined,
      inviter: host.code,
      firstName: 'Bo',
      lastName: 'Ek',
      joinedAt: Date.parse('2026-01-02T03:04:05Z'),
      consent: '34b03603',
    });
    expect(await waitlist.redis.hget(KEYS.days, '2026-01-02 invited')).toBe('1');
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });

  test('whose number somebody has give way to a new link', async () => {
    const taken = (members[10] as Member).code;
    const { stdout } = await importFile(
      `phone,first,last,code\n7000000000,Bo,Ek,${taken.slice(0, 7)}abcdefgh\n7000000001,Cy,Ek,${taken}\n`,
    );
    expect(stdout).toBe(
      '2 imported\n2 of them got a new link and a place at the back: somebody has their number\n',
    );
    expect(await lastPhones(2)).toEqual(['7000000000', '7000000001']);
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });

  test('credit nobody who came later, or is not in line', async () => {
    const last = members.at(-1) as Member;
    const free = joinNumber((members[499] as Member).code) - 1;
    const code = `${codePrefix(free)}abcdefgh`;
    await importFile(
      `phone,first,last,code,inviter\n7000000000,Bo,Ek,${code},${last.code}\n7000000001,Cy,Ek,,FFFFFFFabcdefgh\n7000000002,Di,Ek,,nonsense\n`,
    );
    for (const phone of ['7000000000', '7000000001', '7000000002']) {
      expect(await memberWith(phone)).toMatchObject({ inviter: undefined });
    }
    expect((await audit(waitlist.redis)).problems).toEqual([]);
  });

  test('cannot use up the numbers of those to come', async () => {
    const before = await waitlist.redis.get(KEYS.joined);
    const { code, stderr } = await importFile(
      `phone,first,last,code\n7000000000,Bo,Ek,${codePrefix(200_000_000)}abcdefgh\n`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain('A code in the file is from a list far longer than any of ours.');
    expect(await waitlist.redis.get(KEYS.joined)).toBe(before);
  });
});

describe('a file that is no list is a sentence and exit code 2', () => {
  test.each([
    ['', 'The first line of the file has to name its columns'],
    ['Ana,Lee,5551234567\n', 'The first line of the file has to name its columns'],
    ['name,phone\nAna Lee,5551234567\n', 'The first line of the file has to name its columns'],
    ['phone,mobile,first,last\n', 'The first line of the file names the mobile twice.'],
    ['phone,first,last\n5551234567,"Ana,Lee\n', 'Line 2 of the file cannot be read as CSV (CSV_'],
    [
      Buffer.from('phone,first,last\n5551234567,Zo\xeb,Lee\n', 'latin1'),
      'The file is not in UTF-8',
    ],
    [Buffer.from('\uFEFFphone,first,last\n', 'utf16le'), 'The file is not in UTF-8'],
  ])('%j', async (text, sentence) => {
    const { code, stdout, stderr } = await importFile(text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/Ana|5551234567/);
    expect(await waitlist.redis.zcard(KEYS.queue)).toBe(PEOPLE);
  });
});
