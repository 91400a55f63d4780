import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFile } from '../../cli/commands/export.ts';
import { fileToRead, writePrivate } from '../../cli/files.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';
import { startCli } from '../support/run-cli.ts';

const PEOPLE = 2_500;

const used = setUpWaitlist();
let members: Member[];
let folder: string;

beforeAll(async () => {
  members = await makePeople(used.waitlist.redis, PEOPLE);
  folder = mkdtempSync(join(tmpdir(), 'export-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => join(folder, name);
const exportTo = (path: string, yes = false) =>
  printed(() => exportFile(used.session, path, { yes }));

test('a CSV has everybody in queue order, for its owner alone, and nothing that a spreadsheet would run', async () => {
  const { text } = await exportTo(file('people.csv'));
  expect(text).toBe(`2,500 people in ${file('people.csv')}, with their phone numbers.\n`);
  expect(statSync(file('people.csv')).mode & 0o777).toBe(0o600);
  const csv = readFileSync(file('people.csv'), 'utf8');
  expect(csv).toMatch(
    /^\uFEFFplace,code,first_name,last_name,phone,friends,inviter,joined_at,consent\n/,
  );
  const rows = parse<Record<string, string>>(csv, { bom: true, columns: true });
  const codes = await used.waitlist.redis.zrange(KEYS.queue, 0, -1);
  const friends = Map.groupBy(members, ({ inviter = '' }) => inviter);
  const found = new Map(members.map((member) => [member.code, member]));
  const expected = codes.map((code, i) => {
    const { inviter = '', joinedAt, consent = '', phone } = found.get(code) as Member;
    const count = friends.get(code)?.length ?? 0;
    return [i + 1, code, phone, count, inviter, new Date(joinedAt).toISOString(), consent].join();
  });
  const columns = ['place', 'code', 'phone', 'friends', 'inviter', 'joined_at', 'consent'];
  expect(rows.map((row) => columns.map((name) => row[name]).join())).toEqual(expected);
  for (const row of rows) {
    for (const cell of Object.values(row))
      expect(cell).not.toMatch(/(^|[;\t])[=+\-@\t\r\n＝＋－＠]/);
  }
});

test('what is not in the file is said', async () => {
  const [ana, bea, cy] = members.slice(-3) as [Member, Member, Member];
  const { redis } = used.waitlist;
  await redis.zadd(KEYS.queue, 1e9, 'ghost');
  await redis.zrem(KEYS.queue, ana.code, bea.code);
  const record = await redis.hget(KEYS.members, cy.code);
  await redis.hset(KEYS.members, cy.code, 'torn');
  const { text } = await exportTo(file('unsound.csv'));
  expect(text).toContain('2,497 people in ');
  expect(text).toContain('4 positions or records are not in it: npm run waitlist -- verify\n');
  await redis.hset(KEYS.members, cy.code, String(record));
  await redis.zrem(KEYS.queue, 'ghost');
  for (const { code } of [ana, bea]) await redis.zadd(KEYS.queue, Number.parseInt(code, 36), code);
});

describe('the file', () => {
  test('without a folder goes where git ignores it, and is found there', async () => {
    const name = `${crypto.randomUUID()}.csv`;
    try {
      const { text } = await exportTo(name);
      expect(text).toContain(` people in .data/exports/${name}, `);
      expect(existsSync(`.data/exports/${name}`)).toBe(true);
      expect(fileToRead(name)).toBe(`.data/exports/${name}`);
    } finally {
      rmSync(`.data/exports/${name}`, { force: true });
    }
  });

  test('in a git work tree that does not ignore it is asked about', async () => {
    const tree = file('tree');
    mkdirSync(tree);
    execFileSync('git', ['init', '--quiet', tree]);
    const path = join(tree, 'people.csv');
    await expect(exportTo(path)).rejects.toThrow(
      `git does not ignore ${path}: one \`git add\` would publish everybody's phone.`,
    );
    expect((await exportTo(path, true)).text).toContain('2,500 people');
    writeFileSync(join(tree, '.gitignore'), '*.jsonl');
    expect((await exportTo(join(tree, 'list.jsonl'))).text).toContain('2,500 people');
  });

  test('replaces another only when told to', async () => {
    writeFileSync(file('there.csv'), 'mine');
    await expect(exportTo(file('there.csv'))).rejects.toThrow(
      'Replace it? Nobody is here to answer: add --yes if you mean it.',
    );
    expect(readFileSync(file('there.csv'), 'utf8')).toBe('mine');
    await exportTo(file('there.csv'), true);
    expect(readFileSync(file('there.csv'), 'utf8')).not.toBe('mine');
  });

  test('replaces nothing but a file', async () => {
    symlinkSync('/dev/null', file('device.csv'));
    mkdirSync(file('folder.csv'));
    for (const name of ['device.csv', 'folder.csv']) {
      await expect(exportTo(file(name), true)).rejects.toThrow('is there and no regular file.');
    }
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    await expect(exportTo('/no/such/folder/people.csv')).rejects.toThrow(
      'cannot be written: there is no such folder.',
    );
  });

  test('is that of one writer, whole, where two write at once', async () => {
    async function* pieces(letter: string) {
      for (let i = 0; i < 50; i += 1) yield letter.repeat(10_000);
    }
    const path = file('both.csv');
    await Promise.all(['a', 'b'].map((letter) => writePrivate(path, pieces(letter))));
    expect(readFileSync(path, 'utf8')).toMatch(/^(a{500000}|b{500000})$/);
  });

  test.each([
    ['Ctrl-C', 130, (kill: () => void) => kill()],
    ['a lost database', 3, () => Promise.reject(new Error())],
  ])('is not there after %s, nor a part of it', async (_, code, act) => {
    const { child, ended } = startCli(used.waitlist.env, 'export', file('stopped.csv'));
    let pages = 0;
    used.waitlist.faults.intercept = async (request, execute) => {
      if ((request as string[]).includes(KEYS.members)) pages += 1;
      if (pages >= 3) await act(() => child.kill('SIGINT'));
      return execute();
    };
    expect(await ended).toMatchObject({ code, stdout: '' });
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });
});
