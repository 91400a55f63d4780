import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { exportFile } from '../../cli/commands/export.ts';
import { fileToRead, writePrivate } from '../../cli/files.ts';
import { figure } from '../../cli/show.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { referralLink } from '../../src/waitlist/shared/referral.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

process.env.SITE_URL = 'https://fabio.example';
const { redis, session, faults, file, start } = await setUpWaitlist();
const members = await makePeople(redis, 2_500);
const exportTo = (path: string, yes = false, top?: number) =>
  printed(() => exportFile({ ...session, yes }, path, top ? { top } : {}));

test('a CSV has everybody in queue order, for its owner alone, and nothing that a spreadsheet would run', async () => {
  const { text } = await exportTo(file('people.csv'));
  expect(text).toBe(
    `2,500 people in ${file('people.csv')}, with phone numbers and private links.\n`,
  );
  expect(statSync(file('people.csv')).mode & 0o777).toBe(0o600);
  const csv = readFileSync(file('people.csv'), 'utf8');
  expect(csv).toMatch(
    /^\uFEFFplace,code,first_name,last_name,phone,friends,inviter,joined_at,consent,consent_at,token,source,campaign,wave,admitted_at,opted_out,link\n/,
  );
  // That an import reads the rest again is in import-people.test.ts.
  const rows = parse<Record<string, string>>(csv, { bom: true, columns: true });
  const friends = Map.groupBy(members, ({ inviter = '' }) => inviter);
  const codes = await redis.zrange(KEYS.queue, 0, -1);
  expect(rows.map(({ place, code, friends, link }) => [place, code, friends, link])).toEqual(
    codes.map((code, i) => {
      const link = referralLink('https://fabio.example', code);
      return [`${i + 1}`, code, `${friends.get(code)?.length ?? 0}`, link];
    }),
  );
  const formulas = /(^|[;\t])[=+\-@\t\r\n＝＋－＠]/;
  expect(rows.flatMap(Object.values).filter((cell) => formulas.test(cell))).toEqual([]);
});

test.each([7, 1_000, 1_003])('the first %i in line alone, if asked', async (top) => {
  const { text } = await exportTo(file('top.csv'), true, top);
  expect(text).toBe(
    `${figure(top)} people in ${file('top.csv')}, with phone numbers and private links.\n`,
  );
  const rows = parse<Record<string, string>>(readFileSync(file('top.csv')), { columns: true });
  expect(rows.map(({ code }) => code)).toEqual(await redis.zrange(KEYS.queue, 0, top - 1));
  await expect(exportTo(file('top.csv'), true, 2_501)).rejects.toThrow('ends at position 2,500.');
});

test('what is not in the file is said', async () => {
  const [ana, bea, cy] = members.slice(-3).map(({ code }) => code);
  await redis.zadd(KEYS.queue, 1e9, 'ghost');
  await redis.zrem(KEYS.queue, String(ana), String(bea));
  await redis.hset(KEYS.members, String(cy), 'torn');
  const { text } = await exportTo(file('unsound.csv'));
  expect(text).toContain('2,497 people in ');
  expect(text).toContain('4 positions or records are not in it: npm run waitlist -- verify\n');
  await makePeople(redis, 2_500);
});

describe('the file', () => {
  test('without a folder goes where git ignores it, and is found there', async () => {
    const name = `${crypto.randomUUID()}.csv`;
    try {
      const { text } = await exportTo(name);
      expect(text).toContain(` people in .data/exports/${name}, `);
      expect(fileToRead(name)).toBe(`.data/exports/${name}`);
    } finally {
      rmSync(`.data/exports/${name}`, { force: true });
    }
  });

  test('in a git work tree that does not ignore it is asked about', async () => {
    execFileSync('git', ['init', '--quiet', file('tree')]);
    const path = file('tree/people.csv');
    await expect(exportTo(path)).rejects.toThrow(
      `git does not ignore ${path}: one \`git add\` would publish everybody's phone.`,
    );
    expect((await exportTo(path, true)).text).toContain('2,500 people');
    writeFileSync(file('tree/.gitignore'), '*.jsonl');
    expect((await exportTo(file('tree/list.jsonl'))).text).toContain('2,500 people');
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
    for (const path of [file('device.csv'), '/dev']) {
      await expect(exportTo(path, true)).rejects.toThrow('is there and no regular file.');
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
    const { child, ended } = start(['export', file('stopped.csv')]);
    let pages = 0;
    faults.intercept = async (request, execute) => {
      if ((request as string[]).includes(KEYS.members)) pages += 1;
      if (pages >= 3) await act(() => child.kill('SIGINT'));
      return execute();
    };
    expect(await ended).toMatchObject({ code, stdout: '' });
    expect(globSync(file('stopped*'))).toEqual([]);
  });
});
