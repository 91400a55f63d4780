import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEYS } from '../../netlify/queue/queue.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { audit } from '../support/audit.ts';
import { makePeople } from '../support/people.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

const PEOPLE = 10_000;

let full: Waitlist;
let empty: Waitlist;
let members: Member[];
let folder: string;

beforeAll(async () => {
  [full, empty] = await Promise.all([startWaitlist(), startWaitlist()]);
  members = await makePeople(full.redis, PEOPLE);
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});
beforeEach(() => empty.redis.flushall());
afterEach(() => {
  full.faults.intercept = undefined;
  empty.faults.intercept = undefined;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([full.stop(), empty.stop()]);
});

const file = (name: string) => join(folder, name);
const exportTo = (name: string, ...args: string[]) =>
  runCli(full.env, 'export', file(name), ...args);
const importFrom = (name: string) => runCli(empty.env, 'import', file(name), '--yes');

/** As an import takes it: without control characters, or with a space for them. */
const imported = (name = '') => name.replace(/[\p{Cc} ]+/gu, '');

/** All of a list but the keys of requests, which no file carries. */
async function contents({ redis }: Waitlist) {
  const records = Object.entries(await redis.hgetall(KEYS.members));
  return {
    queue: await redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES'),
    members: new Map(
      records.map(([phone, record]) => {
        const member = parseRecord(phone, record);
        return [phone, { ...member, firstName: imported(member?.firstName), key: '' }];
      }),
    ),
    joined: await redis.get(KEYS.joined),
    days: await redis.hgetall(KEYS.days),
  };
}

/** Does `act` when the import sends batch number `n`, instead of or before running it. */
function atBatch(n: number, act: (execute: () => Promise<unknown>) => Promise<unknown>) {
  let batches = 0;
  empty.faults.intercept = async (request, execute) => {
    const [name, , keys] = request as string[];
    const isBatch = /^eval/.test(String(name)) && Number(keys) === 4;
    if (isBatch) batches += 1;
    if (isBatch && batches === n) await act(execute);
    return execute();
  };
}

describe('export', () => {
  test('writes everybody in queue order, as CSV that opens in a spreadsheet', async () => {
    const { code, stdout } = await exportTo('people.csv');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `10,000 people in ${file('people.csv')}, with their phone numbers.\n`,
    });
    const text = readFileSync(file('people.csv'), 'utf8');
    expect(text).toMatch(
      /^\uFEFFplace,code,first_name,last_name,phone,friends,inviter,joined_at,consent\n/,
    );
    const rows = parse<Record<string, string>>(text, { bom: true, columns: true });
    expect(rows.map(({ code }) => code)).toEqual(await full.redis.zrange(KEYS.queue, 0, -1));
    expect(rows.map(({ place }) => Number(place))).toEqual(members.map((_, i) => i + 1));
    for (const row of rows) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
    }
  });

  test('writes the same as JSON, a line each, with every name as it is', async () => {
    await exportTo('people.jsonl');
    const lines = readFileSync(file('people.jsonl'), 'utf8').trimEnd().split('\n');
    const rows = new Map(lines.map((line) => [JSON.parse(line).phone, JSON.parse(line)]));
    for (const member of members) {
      expect(rows.get(member.phone)).toEqual({
        place: expect.any(Number),
        code: member.code,
        first_name: member.firstName,
        last_name: member.lastName,
        phone: member.phone,
        friends: expect.any(Number),
        inviter: member.inviter ?? null,
        joined_at: new Date(member.joinedAt).toISOString(),
        consent: member.consent ?? null,
      });
    }
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(
      await full.redis.zrange(KEYS.queue, 0, -1),
    );
  });

  test('lets nobody else on this machine read the file', async () => {
    await exportTo('mine.jsonl');
    expect(statSync(file('mine.jsonl')).mode & 0o777).toBe(0o600);
  });

  test('overwrites a file only when told to', async () => {
    writeFileSync(file('there.csv'), 'mine');
    const { code, stderr } = await exportTo('there.csv');
    expect(code).toBe(2);
    expect(stderr).toContain('Replace it? Nobody is here to answer: add --yes if you mean it.');
    expect(readFileSync(file('there.csv'), 'utf8')).toBe('mine');
    expect((await exportTo('there.csv', '--yes')).code).toBe(0);
    expect(readFileSync(file('there.csv'), 'utf8')).not.toBe('mine');
  });

  test.each(['hscan', 'zscan'])('stopped by Ctrl-C at a %s leaves no file', async (command) => {
    const { child, ended } = startCli(full.env, 'export', file('stopped.csv'));
    full.faults.intercept = async (request, execute) => {
      if ((request as string[])[0] === command) child.kill('SIGINT');
      return execute();
    };
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  test('that loses the database leaves no file', async () => {
    full.faults.intercept = async (request, execute) =>
      (request as string[])[0] === 'zscan' ? Promise.reject(new Error()) : execute();
    expect((await exportTo('lost.csv')).code).toBe(3);
    expect(existsSync(file('lost.csv'))).toBe(false);
  });
});

describe('import of our own export', () => {
  beforeAll(async () => void (await exportTo('own.csv', '--yes')));

  test('into an empty list makes the same list', async () => {
    const { code, stdout } = await importFrom('own.csv');
    expect(code).toBe(0);
    expect(stdout).toContain('10,000 imported\n');
    expect(await contents(empty)).toEqual(await contents(full));
    expect((await audit(empty.redis)).problems).toEqual([]);
  });

  test('changes nothing the second time', async () => {
    await importFrom('own.csv');
    const { stdout } = await importFrom('own.csv');
    expect(stdout).toContain('0 imported\n10,000 were on the list already\n');
    expect(await contents(empty)).toEqual(await contents(full));
  });

  test('asks before it does anything', async () => {
    const { code, stderr } = await runCli(empty.env, 'import', file('own.csv'));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /Import 10,000 people into the list of 0 \(hosted, .+\)\? Nobody is here/,
    );
    expect(await empty.redis.keys('*')).toEqual([]);
  });

  test('stopped by Ctrl-C is sound, and completed by the same command', async () => {
    const { child, ended } = startCli(empty.env, 'import', file('own.csv'), '--yes');
    atBatch(5, async () => child.kill('SIGINT'));
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain(
      'Stopped after 2,500 of 10,000 people.\nThe list is sound; the same command imports the others.',
    );
    expect(await empty.redis.zcard(KEYS.queue)).toBe(2_500);
    expect((await audit(empty.redis)).problems).toEqual([]);
    expect((await importFrom('own.csv')).stdout).toContain(
      '7,500 imported\n2,500 were on the list',
    );
    expect(await contents(empty)).toEqual(await contents(full));
  });

  test('killed with -9 in the middle of a batch is sound, and completed by the same command', async () => {
    const { child, ended } = startCli(empty.env, 'import', file('own.csv'), '--yes');
    atBatch(5, async () => child.kill('SIGKILL'));
    expect((await ended).code).toBeNull();
    expect((await audit(empty.redis)).problems).toEqual([]);
    await importFrom('own.csv');
    expect(await contents(empty)).toEqual(await contents(full));
  });

  test('whose answer is lost is completed by the same command', async () => {
    atBatch(5, async (execute) => {
      await execute();
      throw new Error('cut');
    });
    await importFrom('own.csv');
    empty.faults.intercept = undefined;
    await importFrom('own.csv');
    expect(await contents(empty)).toEqual(await contents(full));
  });
});
