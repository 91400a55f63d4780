import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../cli/commands/export.ts';
import { importFile } from '../../cli/commands/import.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { dayOf, type Member } from '../../netlify/queue/record.ts';
import { JOIN_NUMBERS, joinNumber } from '../../netlify/queue/referral-code.ts';
import { SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { codeOf, makePeople, phoneOf } from '../support/people.ts';
import { someone } from '../support/waitlist.ts';

const PEOPLE = 2_500;

const { redis, upstash, session, file, cutOff, scores, scoreOf } = await setUpWaitlist();
let members: Member[];

beforeEach(async () => {
  members = await makePeople(redis, PEOPLE);
});

const importFrom = (path: string) => printed(() => importFile(session, path));

function importText(text: string | Buffer) {
  writeFileSync(file('list.csv'), text);
  return importFrom(file('list.csv'));
}

/** The members of the list by phone. */
async function byPhone(): Promise<Map<string, Member>> {
  const { members: found, problems } = await audit(redis);
  expect(problems).toEqual([]);
  return new Map([...found.values()].map((member) => [member.phone, member]));
}

async function lastPhones(count: number) {
  const { members: found } = await audit(redis);
  return [...(await scores()).keys()].slice(-count).map((code) => found.get(code)?.phone);
}

test('people of another list join the back of the line in the order of the file', async () => {
  const rows = Array.from({ length: 1_200 }, (_, i) => `Bo${i},Ek,${7_000_000_000 + i}`);
  const { code, text } = await importText(`first_name,last_name,phone\n${rows.join('\n')}\n`);
  expect({ code, text }).toEqual({ code: 0, text: '1,200 imported\n' });
  expect(await lastPhones(1_200)).toEqual(rows.map((row) => row.slice(-10)));
  const bo = (await byPhone()).get('7000000000') as Member;
  expect(bo).toMatchObject({ firstName: 'Bo0', inviter: undefined, consent: undefined });
  expect(bo.token).toMatch(/^\w{10}$/);
  expect(dayOf(bo.joinedAt)).toBe(dayOf(Date.now()));
});

test.each([
  ['semicolons and capitals', 'First Name;Last Name;Phone Number\r\nBo;Ek;(700) 000-0000\r\n'],
  ['tabs', 'surname\tgiven name\tmobile\nEk\tBo\t+1 700 000 0000\n'],
  ['quotes and a byte order mark', '\uFEFF"phone","firstName","lastName"\n"7000000000","Bo","Ek"'],
  ['blank lines', 'phone,first,last\n\n7000000000,Bo,Ek\n\n'],
])('a file with %s is read', async (_, text) => {
  expect((await importText(text)).text).toBe('1 imported\n');
  const bo = (await byPhone()).get('7000000000');
  expect(bo).toMatchObject({ firstName: 'Bo', lastName: 'Ek' });
});

test('whoever cannot be imported is told by line, and nothing that the line holds', async () => {
  const { code, text } = await importText(`phone,first_name,last_name,ci\u001bty
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
  expect(text).toBe(`Columns left out: ci�ty
Line 6 left out, the phone is in the file twice
Line 7 refused: Please enter a valid 10-digit phone number
2 lines (8, 10) refused: Please fill in all fields
Line 9 refused: Please keep each name to 50 characters
Mend them in ${file('list-refused.csv')}, and import that.
2 imported
1 was on the list already
`);
  const found = await byPhone();
  expect(found.get(phoneOf(5))).toEqual(members[4]);
  expect(found.get('7000000001')?.firstName).toMatch(/^Di\s?ana$/);
});

test('refused lines are a file for its owner, to be mended and imported as it is', async () => {
  const refused = file('list-refused.csv');
  await importText(
    'First Name;phone;last;city\n=Bo;555;Ek;"Re,no"\nCy;7000000001;Ek;x\n;7000000002;Fa;y\n',
  );
  const lines = readFileSync(refused, 'utf8');
  expect(lines).toBe(`why,First Name,phone,last,city
${SIGNUP_ERRORS.invalid_phone},'=Bo,555,Ek,"Re,no"
${SIGNUP_ERRORS.empty_field},,7000000002,Fa,y
`);
  expect(statSync(refused).mode & 0o777).toBe(0o600);
  writeFileSync(refused, lines.replace('555', '7000000000'));
  expect((await importFrom(refused)).text).toContain('Columns left out: city\nLine 3 refused');
  expect(readFileSync(refused, 'utf8')).toMatch(/^why,First Name,phone,last,city\nPlease .+\n$/);
  expect((await byPhone()).get('7000000000')?.firstName).toBe('=Bo');
});

describe('codes in a file', () => {
  test('keep their position among the others, and credit an inviter who is in line', async () => {
    const host = members[1_600] as Member;
    const free = joinNumber((members[1_999] as Member).code) - 1; // Nobody has it: a gap.
    const code = codeOf(free);
    const before = await scoreOf(host.code);
    const { text } = await importText(
      `phone,first,last,code,inviter,joined_at\n7000000000,Bo,Ek,${code},${host.code},2026-01-02T03:04:05.678Z\n`,
    );
    expect(text).toBe('1 imported\n');
    expect(await scoreOf(host.code)).toBe(before - SPOTS_PER_FRIEND);
    expect(await scoreOf(code)).toBe(free);
    expect((await byPhone()).get('7000000000')).toMatchObject({
      code,
      inviter: host.code,
      joinedAt: Date.parse('2026-01-02T03:04:05Z'),
    });
  });

  test('whose number somebody has are replaced by new ones at the back', async () => {
    const [first = '', second] = members.slice(9, 11).map(({ code }) => code);
    const { text } = await importText(
      `phone,first,last,code\n7000000000,Bo,Ek,${first.slice(0, 7)}abcdefgh\n7000000001,Cy,Ek,${second}\n`,
    );
    expect(text).toContain('2 imported\n2 of them got a new link and a position at the back: ');
    expect(await lastPhones(2)).toEqual(['7000000000', '7000000001']);
    await byPhone();
  });

  test('credit nobody who came later, or is not in line', async () => {
    const code = codeOf(joinNumber((members[499] as Member).code) - 1);
    await importText(`phone,first,last,code,inviter
7000000000,Bo,Ek,${code},${members.at(-1)?.code}
7000000001,Cy,Ek,,FFFFFFFabcdefgh
7000000002,Di,Ek,,nonsense
`);
    const imported = [...(await byPhone()).values()].filter(({ phone }) => phone >= '7');
    expect(imported.map(({ inviter }) => inviter)).toEqual([undefined, undefined, undefined]);
  });

  test('cannot use up the numbers of those to come', async () => {
    const before = await redis.get(KEYS.joined);
    const list = `phone,first,last,code\n7000000000,Bo,Ek,${codeOf(200_000_000)}\n`;
    await expect(importText(list)).rejects.toThrow('from a list far longer than any of ours.');
    expect(await redis.get(KEYS.joined)).toBe(before);
  });
});

test('nobody joins a list that is full', async () => {
  await redis.set(KEYS.joined, JOIN_NUMBERS - 1);
  const bo = 'phone,first,last\n7000000000,Bo,Ek\n';
  await expect(importText(bo)).rejects.toThrow('The list is full');
  expect(await redis.get(KEYS.joined)).toBe(`${JOIN_NUMBERS - 1}`);
  expect((await byPhone()).size).toBe(PEOPLE);
});

describe('a file that is no list is a sentence', () => {
  test.each([
    ['', 'The first line of the file has to name its columns'],
    ['name,phone\nAna Lee,5551234567\n', 'The first line of the file has to name its columns'],
    ['phone,mobile,first,last\n', 'The first line of the file names the mobile twice.'],
    ['phone,first,last\n5551234567,"Ana,Lee\n', 'Line 2 of the file cannot be read as CSV (CSV_'],
    [Buffer.from('phone,first,last\n5551234567,Ana,L\xeb\n', 'latin1'), 'is not in UTF-8'],
    [Buffer.from('\uFEFFphone,first,last\n', 'utf16le'), 'is not in UTF-8'],
  ])('%j', async (text, sentence) => {
    const error: Error = await importText(text).catch((error) => error);
    expect(error.message).toContain(sentence);
    expect(error.message).not.toMatch(/Ana|5551234567/);
    expect(await redis.zcard(KEYS.queue)).toBe(PEOPLE);
  });

  test.each([
    ['a line without an end', `phone,first,last\n${'x'.repeat(50_000_000)}`],
    ['a quote without an end', `phone,first,last\n5551234567,"${'Ana\n'.repeat(10_000_000)}`],
  ])('at once, of %s', async (_, text) => {
    const start = performance.now();
    await expect(importText(text)).rejects.toThrow(/line of more than 64 KB|CSV_MAX_RECORD_SIZE/);
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

describe('our own export', () => {
  const own = file('own.csv');

  /** All of a list but the keys of signups and the secret, which CSV does not carry. */
  async function contents() {
    const found = [...(await byPhone()).values()].sort((a, b) => a.phone.localeCompare(b.phone));
    // An import keeps no control characters, which only names made here have.
    const plain = (name: string) => name.replace(/[\p{Cc}\s]/gu, '');
    return {
      queue: [...(await scores())],
      admitted: await redis.zrange(KEYS.admitted, 0, -1, 'WITHSCORES'),
      waves: await redis.hgetall(KEYS.waves),
      members: found.map((one) => ({ ...one, firstName: plain(one.firstName), key: '' })),
      joined: await redis.get(KEYS.joined),
    };
  }

  let whole: Awaited<ReturnType<typeof contents>>;
  beforeEach(async () => {
    await joinQueue(upstash, someone({ source: 'tiktok/launch-week' }));
    await admitMembers(upstash, 'october-1', 20);
    whole = await contents();
    await printed(() => exportFile(session, own));
    await redis.flushall();
  });

  test('into an empty list makes the same list, and changes nothing the second time', async () => {
    expect((await importFrom(own)).text).toContain('\n2,501 imported\n');
    expect(await contents()).toEqual(whole);
    expect((await importFrom(own)).text).toContain('\n0 imported\n2,501 were on the');
    expect(await contents()).toEqual(whole);
  });

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'cut off by %s is sound, and completed by the same command',
    async (signal) => {
      const { stderr } = await cutOff(['import', own, '--yes'], signal, async () => {
        return (await redis.hlen(KEYS.phones)) >= 1_000;
      });
      const { size } = await byPhone();
      expect(size).toBe(1_000);
      // The answer to the last step was lost.
      if (signal === 'SIGINT') expect(stderr).toContain('Stopped: 500 of 2,501 people');
      await importFrom(own);
      expect(await contents()).toEqual(whole);
    },
  );
});
