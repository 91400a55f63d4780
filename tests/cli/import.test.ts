import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admitFirst } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { JOIN_NUMBERS } from '../../netlify/queue/referral-code.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { audit } from '../support/audit.ts';
import { setUpWaitlist } from '../support/command.ts';
import { fillWaitlist, phoneOf } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpWaitlist();
const { ask, run, redis, file, memberWith, everything } = waitlist;
const isSound = async () => expect((await audit(waitlist)).problems).toEqual([]);

describe('members of another list', () => {
  let members: Member[];
  beforeEach(async () => {
    members = await fillWaitlist(redis, 300);
  });

  function importText(text: string | Buffer) {
    writeFileSync(file('list.csv'), text);
    return run(`import ${file('list.csv')}`);
  }

  test('join the back of the queue in the order of the file, with time and source', async () => {
    const rows = Array.from({ length: 1_200 }, (_, i) => {
      return `Bo${i},Ek,${7_000_000_000 + i},2026-01-02T03:04:05Z,TikTok,launch`;
    });
    const titles = 'first_name,last_name,phone,joined_at,source,campaign';
    const { code, stdout } = await importText(`${titles}\n${rows.join('\n')}\n`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1,200 members imported.\n' });
    const codes = await redis.zrange(KEYS.queue, -1_200, -1);
    const records = await redis.hmget(KEYS.members, ...codes);
    const phones = codes.map((code, i) => parseRecord(code, records[i] ?? '')?.phone);
    expect(phones).toEqual(rows.map((row) => row.split(',')[2]));
    await isSound();
    const bo = await memberWith('7000000000');
    const joinedAt = Date.parse('2026-01-02T03:04:05Z');
    expect(bo).toMatchObject({ firstName: 'Bo0', joinedAt, source: 'tiktok/launch' });
    expect(bo).toMatchObject({ referredBy: undefined, consent: undefined });
    expect(bo?.token).toMatch(/^\w{10}$/);
  });

  test.each([
    ['semicolons and capitals', 'First Name;Last Name;Phone Number\r\nBo;Ek;(700) 000-0000\r\n'],
    ['tabs', 'surname\tgiven name\tmobile\nEk\tBo\t+1 700 000 0000\n'],
    [
      'quotes and a byte order mark',
      '\uFEFF"phone","firstName","lastName"\n"7000000000","Bo","Ek"',
    ],
    ['blank lines', 'phone,first,last\n\n7000000000,Bo,Ek\n\n'],
  ])('are read from a file with %s', async (_, text) => {
    expect((await importText(text)).stdout).toBe('1 member imported.\n');
    expect(await memberWith('7000000000')).toMatchObject({ firstName: 'Bo', lastName: 'Ek' });
  });

  test('with a mistake are named by line and reason alone, and the others join', async () => {
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
7000000005,"B
o",Ek,2999-01-01,Reno
7000000005,Bo,Ek,2026-02-31,Reno
`;
    expect(await importText(text)).toMatchObject({
      code: 2,
      stdout: `Columns left out: ci�ty
Line 6: A line before has the same phone number.
Line 7: ${ERRORS.invalid_phone}.
Lines 8 and 10: ${ERRORS.empty_field}.
Line 9: ${ERRORS.name_too_long}.
Lines 11 to 12 and 14: Please write a past time as 2026-11-21 or 2026-11-21T09:30:00Z.
2 members imported.
1 member on the list stayed the same.
`,
    });
    expect(await memberWith(phoneOf(5))).toEqual(members[4]);
    const again = await importText(text.replace('555,Evelyn', '7000000006,Evelyn'));
    expect(again.stdout).toContain('1 member imported.\n3 members on the list stayed the same.\n');
  });

  test('cannot join a list that is full', async () => {
    await redis.set(KEYS.lastJoinNumber, JOIN_NUMBERS - 1);
    const { stderr } = await importText('phone,first,last\n7000000000,Bo,Ek\n');
    expect(stderr).toContain('is full');
    expect(await redis.get(KEYS.lastJoinNumber)).toBe(`${JOIN_NUMBERS - 1}`);
  });

  test.each([
    ['has to name its columns', ''],
    ['has to name its columns', 'name,phone\nAna Lee,5551234567\n'],
    ['The columns phone and mobile mean the same', 'phone,mobile,first,last\n'],
    ['cannot be read as CSV (CSV_QUOTE_NOT_CLOSED)', 'phone,first,last\n5551234567,"Ana,Lee\n'],
    ['(CSV_MAX_RECORD_SIZE)', `phone,first,last\n1,"${'Ana\n'.repeat(99_999)}`],
    ['is not in UTF-8', Buffer.from('phone,first,last\n5551234567,Ana,L\xeb\n', 'latin1')],
  ])('are not read from a file that is no list: %s', async (sentence, text) => {
    const { stdout, stderr } = await importText(text);
    expect(stderr).toContain(sentence);
    expect(stdout + stderr).not.toMatch(/Ana|5551234567/);
    expect(await redis.zcard(KEYS.queue)).toBe(300);
  });
});

describe('a whole copy', () => {
  const list = file('list.jsonl.gz');
  let whole: string;
  beforeAll(async () => {
    await fillWaitlist(redis, 2_499);
    await redis.hset(KEYS.members, 'Xpwq7abc12', 'torn\u2028\n');
    await redis.incr(KEYS.lastJoinNumber);
    await admitFirst(waitlist.client, 'october-1', 20);
    whole = await everything();
    await run(`export ${list}`);
  });
  beforeEach(() => redis.flushall());

  test('makes an empty database the same list again, with a torn record', async () => {
    expect((await run(`import ${list}`)).stdout).toBe('2,500 members imported.\n');
    expect(await everything()).toBe(whole);
  });

  test('that is made while visitors join is sound, and nobody joins half of it', async () => {
    const [host] = await fillWaitlist(redis, 2_500);
    let isOver = false;
    const joining = (async () => {
      for (; !isOver; await sleep(2)) await waitlist.addMember({ referralCode: host?.code });
    })();
    await run(`export ${file('live.jsonl.gz')}`);
    isOver = true;
    await joining;
    await redis.flushall();
    const importing = run(`import ${file('live.jsonl.gz')}`);
    while (!(await redis.exists(KEYS.lastJoinNumber))) await sleep(1);
    await expect(waitlist.addMember()).rejects.toThrow('not an integer');
    await importing;
    await waitlist.addMember();
    const { members, problems } = await audit(waitlist);
    expect(problems).toEqual([]);
    expect(members.size).toBeGreaterThan(2_501);
  });

  test('has each record once, though HSCAN gives some twice', async () => {
    await fillWaitlist(redis, 2_500);
    waitlist.faults.intercept = async (request, execute) => {
      const answer = await execute();
      const { result } = answer.body as { result: [string, string[]] };
      if (String(request).startsWith('hscan')) result[1].push(...result[1].slice(0, 20));
      return answer;
    };
    await run(`export ${file('twice.jsonl.gz')}`);
    await redis.flushall();
    const { code, stdout } = await run(`import ${file('twice.jsonl.gz')}`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '2,500 members imported.\n' });
  });

  /** Imports the copy until a request that fails. */
  async function importUntil(isLast: (request: string) => unknown) {
    waitlist.faults.intercept = async (request, execute) => {
      if (await isLast(String(request))) throw new Error();
      return execute();
    };
    expect((await run(`import ${list}`)).code).toBe(3);
    waitlist.faults.intercept = undefined;
  }

  test('that was cut off goes on behind the last line, and brings back nobody who left', async () => {
    await importUntil(() => redis.hlen(KEYS.members));
    expect((await run(`export ${file('half.jsonl.gz')}`)).stderr).toContain('import the same file');
    const [leaver = '', quiet = '', wrong = ''] = await redis.hkeys(KEYS.members);
    await eraseMember(waitlist.client, leaver);
    await run(`opt-out ${quiet}`);
    await run(`correct ${wrong} --last-name Ek`);
    expect((await run('verify --fix')).stdout).toContain('Import the same file again');
    expect((await run(`import ${list}`)).stdout).toBe('2,499 members imported.\n');
    await redis.hdel(KEYS.members, 'Xpwq7abc12'); // The torn one.
    await isSound();
    const records = await redis.hmget(KEYS.members, leaver, quiet, wrong);
    expect(records[0]).toBe(null);
    expect(records[1]).toContain('"optedOutAt":');
    expect(records[2]).toContain('"lastName":"Ek"');
  });

  test('whose lines are all written is completed by verify --fix', async () => {
    await importUntil((request) => request.includes('"where"'));
    expect((await run('verify')).stdout).toContain('but did not end');
    const [, values] = (await ask('verify --fix')).stderr.match(/Set (.+ values) /) ?? [];
    expect((await run('verify --fix')).stdout).toContain(`\n${values} set.\n`);
    expect(await everything()).toBe(whole);
  });

  const lines = () =>
    gunzipSync(readFileSync(list))
      .toString()
      .split(/(?<=\n)/);
  /** A copy of these lines with a right last line, but for `wrong`. */
  function sealed(change: (lines: string[]) => string[], wrong: object = {}) {
    const text = change(lines().slice(0, -1)).join('');
    const members = text.split(/^\[/m).length - 1;
    const sha256 = createHash('sha256').update(text).digest('hex');
    const ending = { ...JSON.parse(lines().at(-1) ?? ''), members, sha256, ...wrong };
    return gzipSync(`${text}${JSON.stringify(ending)}\n`);
  }

  test('is imported from a file with a right last line', async () => {
    writeFileSync(
      file('sealed.jsonl.gz'),
      sealed((texts) => texts),
    );
    expect((await run(`import ${file('sealed.jsonl.gz')}`)).code).toBe(0);
  });

  test.each<[string, () => Buffer]>([
    ['without its end', () => readFileSync(list).subarray(0, 50_000)],
    ['with one other byte', () => readFileSync(list).with(40_000, 7) as Buffer],
    ['without its last line', () => gzipSync(lines().slice(0, -1).join(''))],
    ['without a record', () => gzipSync(lines().toSpliced(99, 1).join(''))],
    ['with another letter in a record', () => gzipSync(lines().join('').replace('Lee', 'Lea'))],
    ['with a code twice', () => sealed((texts) => texts.toSpliced(2, 0, texts[1] ?? ''))],
    ['with a record that is no text', () => sealed((texts) => [...texts, '["x",{}]\n'])],
    ['with another line', () => sealed((texts) => [...texts, '{"consent":"x"}\n'])],
    ['with a join number too low', () => sealed((texts) => texts, { joined: 5 })],
    [
      'with a line too long',
      () => sealed((texts) => [...texts, `["x","${'x'.repeat(99_999)}"]\n`]),
    ],
    ['that goes on behind its end', () => gzipSync(`${lines().join('')}${lines().at(-1)}`)],
    ['that is no gzip', () => Buffer.from('phone,first,last\n')],
    ['that is empty', () => Buffer.from('')],
  ])('is not imported from a file %s', async (_, bytes) => {
    const path = file('changed.jsonl.gz');
    writeFileSync(path, bytes());
    const { stderr } = await run(`import ${path}`);
    expect(stderr).toContain('is no whole copy, or was cut off or changed.');
    expect(await redis.keys('*')).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a list', () => waitlist.addMember()],
    ['a part of another copy', () => redis.hset(KEYS.importing, 'sha256', 'another')],
  ])('leaves a database alone that holds %s', async (_, fill) => {
    await fill();
    const before = await everything();
    const { stderr } = await run(`import ${list}`);
    expect(stderr).toContain('There is a list in this database already.');
    expect(await everything()).toBe(before);
  });
});
