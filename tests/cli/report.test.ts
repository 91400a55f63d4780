import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { report } from '../../cli/commands/report.ts';
import { stats } from '../../cli/commands/stats.ts';
import { suspects } from '../../cli/commands/suspects.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { dayOf, formatRecord, type Member } from '../../netlify/queue/record.ts';
import { printed, setUpWaitlist } from '../support/command.ts';
import { makePeople } from '../support/people.ts';

const waitlist = await setUpWaitlist();
const { redis, session, file, join } = waitlist;

/** The tables of a report by the name of their chart: of each row its cells, without commas. */
async function tablesOf(path: string) {
  await printed(() => report(session, path));
  const html = readFileSync(path, 'utf8');
  const sections = html.split('<section aria-labelledby="').slice(1);
  const tables = sections.map((section): [string, string[][]] => {
    const rows = section.split('<tr>').slice(2);
    const cells = rows.map((row) => [...row.matchAll(/<t[dh].*?>(.*?)</g)].map(([, cell]) => cell));
    return [
      section.slice(0, section.indexOf('"')),
      cells.map((row) => row.map((cell = '') => cell.replaceAll(',', ''))),
    ];
  });
  return { html, sections, tables: new Map(tables) };
}

test('each source is told with its friends, and theirs, of a week and a day', async () => {
  const ana = await waitlist.member({ source: 'tiktok/launch-week' });
  const bea = await waitlist.member({ referralCode: ana });
  await waitlist.member({ referralCode: bea });
  await waitlist.member({ referralCode: bea, source: 'poster' });
  await join();
  const { text } = await printed(() => stats(session));
  const rows = [...text.matchAll(/^(\S+) +(\d+) +(\d+) +(\d+) +(\S+) +(\S+)$/gm)];
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    ['tiktok/launch-week', '3', '2', '1', '–', '0.4'],
    ['poster', '1', '1', '1', '–', '0.1'],
    ['none', '1', '0', '0', '–', '0.1'],
  ]);
  const { tables, html } = await tablesOf(file('sources.html'));
  expect(
    html
      .match(/<th scope="col">.*?<\/tr>/)?.[0]
      .replace(/<.*?>/g, ' ')
      .trim(),
  ).toMatch(
    /^Day +(tiktok\/launch-week +poster|poster +tiktok\/launch-week) +a friend's link +nowhere known$/,
  );
  expect(tables.get('joins')).toEqual([[dayOf(Date.now()), '1', '1', '2', '1']]);
});

test('a report is one file with a table for each chart, and nobody in it', async () => {
  const members = await makePeople(redis, 2_500);
  const hosts = members.map(({ code }) => members.filter(({ inviter }) => inviter === code));
  const [ana] = members as [Member, ...Member[]];
  const admitted = { ...ana, wave: 'october-1', admittedAt: Date.UTC(2026, 9, 1) };
  await redis.hset(KEYS.members, ana.code, formatRecord(admitted));
  const { html, sections, tables } = await tablesOf(file('report.html'));
  expect(sections).toHaveLength(7);
  for (const section of sections)
    expect(section).toMatch(/role="img" aria-label=".+<svg .+<table>/s);
  expect(html.replaceAll(/xmlns(:\w+)?="[^"]+"/g, '')).not.toMatch(/https?:|<script|<link|@import/);
  for (const { phone, code, firstName } of members) {
    for (const text of [phone, code, firstName]) expect(html.includes(text), text).toBe(false);
  }

  const sum = (chart: string, column: number) =>
    (tables.get(chart) ?? []).reduce((total, row) => total + Number(row[column]), 0);
  expect(tables.get('growth')?.at(-1)?.[1]).toBe('2500');
  expect(sum('friends', 1)).toBe(2_500);
  expect(tables.get('friends')?.[0]).toEqual(['0', `${hosts.filter((all) => !all.length).length}`]);
  expect(sum('weeks', 1)).toBe(2_500);
  expect(sum('weeks', 2)).toBe(members.filter(({ inviter }) => inviter).length);
  expect(sum('first', 1)).toBe(hosts.filter((all) => all.length).length);
  expect(tables.get('waves')).toEqual([['october-1', '1', '2026-10-01']]);
});

test('suspects names them by code and masked phone, with the reasons, and changes nothing', async () => {
  await redis.flushall();
  const ana = await waitlist.member({ phone: '5551230000' });
  for (let n = 1; n <= 12; n += 1) await join({ referralCode: ana, phone: `${5_551_230_000 + n}` });
  const { text } = await printed(() => suspects(session));
  expect(text).toMatch(
    RegExp(`^${ana}  \\(•••\\) •••-0000  12 friends\n(  .+\n)*  12 have phone numbers in a row\n`),
  );
  await redis.flushall();
  await waitlist.member();
  expect((await printed(() => suspects(session))).text).toBe('Nobody stands out.\n');
});
