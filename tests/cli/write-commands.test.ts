import { beforeEach, expect, test } from 'vitest';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { referralLink } from '../../src/waitlist/shared/links.ts';
import { setUpCommands } from '../support/command.ts';
import { fillWaitlist } from '../support/members.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { run, fails, output, redis, client, file, memberWith, everything } = waitlist;
const members = await fillWaitlist(redis, 500);
const queue = await redis.zrange(KEYS.queue, '0', '-1');
const [ana, bea] = members.slice(10) as [Member, Member];
beforeEach(() => fillWaitlist(redis, 500));

const fileOf = (text: string) => file('list.txt', text);

test('admit says whom it admits, however often it runs, and --undo puts all of them back', async () => {
  const agreed = members.filter(({ code, consent }) => consent && queue.indexOf(code) < 300);
  const admit = 'admit --top 300 --wave october-1';
  expect(await output(admit)).toBe(
    `300 members, from position 1 to 300; ${agreed.length} agreed to texts.\n\noctober-1 has 300 members now.\n`,
  );
  expect(await output(admit)).toBe('october-1 has 300 members already.\nNo members admitted.\n');
  const undone = 'Put 300 members of october-1 back into the queue.\n';
  expect(await output('admit --undo october-1')).toBe(undone);
  expect(await redis.zrange(KEYS.queue, '0', '-1')).toEqual(queue);
  // Somebody who has just left.
  await admitMembers(client, 'empty', ['Xpwq70a0a0']);
  expect(await redis.hgetall(KEYS.waves)).toEqual({});
});

test('admit reads the column titled code, and leaves out strangers and who is in a wave', async () => {
  const [one = '', two = '', three = ''] = queue.slice(99);
  await admitMembers(client, 'other', [three]);
  const links = [one, 'Xpwq70a0a0', referralLink('https://a.b', two), three, ''];
  const rows = links.map((link) => `${queue.at(-1)},${link}`);
  const input = fileOf(`referred_by,code\r\n${rows.join('\r\n')}\n`);
  const stdout = await output(`admit --wave october-1 ${input}`);
  expect(stdout.replace(/[0-2] agreed/, 'some agreed')).toBe(`1 line not on the list: 3.
Already in other: 1 member.
2 members, from position 100 to 101; some agreed to texts.

october-1 has 2 members now.
`);
});

test('unreadable records stop every command that reads them, and can be removed', async () => {
  const torn = queue.slice(1, 8);
  const record = '{"phone":null,"wave":null,"referredBy":null}';
  await redis.hset(KEYS.members, ...torn.flatMap((code) => [code, record]));
  await redis.hdel(KEYS.members, queue[0] ?? '');
  const before = await everything();
  const [first = ''] = torn;
  for (const command of [
    ...['stats', 'list', `report ${file('report.html')}`, `export ${file('list.csv')}`],
    ...['admit --top 9 --wave a', `admit ${first} --wave a`, `opt-out ${first}`, `find ${first}`],
    `correct ${first} --first-name Zoë`,
  ])
    await fails(`--yes ${command}`, 'Unreadable records: ');
  const { stderr } = await run('stats');
  expect(stderr).toMatch(/: (\w+, ){4}\w+ and 2 more\. Run verify, which says how to go on\.\n$/);
  expect(await everything()).toBe(before);
  await run(`remove ${fileOf(torn.join('\n'))}`);
  expect((await run('verify --remove-lost')).code).toBe(0);
  expect(await redis.hlen(KEYS.phones)).toBe(500 - 8);
});

test('correct says what it changed', async () => {
  const command = `correct ${ana.code} --phone +17000000000 --first-name`;
  expect(await output(command, ' Zoë ')).toBe(
    `Corrected ${ana.firstName} Lee (${ana.code}): first name from ${ana.firstName} to Zoë, phone from ${ana.phone} to 7000000000.\n`,
  );
  expect(await output(command, ' Zoë ')).toBe('Nothing to change.\n');
});

const now = expect.toSatisfy((time) => Date.now() - time < 60_000);

test('opt-out and its undo say what they did, and leave a record that has changed', async () => {
  const corrected = { ...ana, lastName: 'Ek' };
  const isOptOut = (request: string) => request.includes('optedOutAt');
  const both = fileOf(`${ana.phone}\n${bea.phone}`);
  for (const [who, others] of [
    [both, ' All others are done.'],
    [ana.phone, ''],
  ]) {
    waitlist.interrupt(isOptOut, () => waitlist.store({ ...corrected, lastName: `Ek${others}` }));
    const left = `their records have changed: ${ana.code}.${others} Run it again`;
    await fails(`--yes opt-out ${who}`, left);
  }
  expect(await memberWith(ana.phone)).toEqual(corrected);
  expect(await output('opt-out', `+1 ${ana.phone}`)).toMatch(
    /^Ana11 Ek, .+, code \w+, position 7\.\n\n1 member opted out of texts\.\n$/,
  );
  expect(await output('opt-out --undo', ana.phone)).toContain('Undid the opt-out of 1 member.\n');
  const nothing = "1 member hadn't opted out.\nNothing to change.\n";
  expect(await output('opt-out --undo', ana.phone)).toContain(nothing);
});

test.each([
  ['titled Phone Number', 'Code,Phone Number\n21,A1\n21,B2\n30,+44 7911 123456\n\n,6\n,8\n'],
  ['that is the only one', '"p:A1"\n+1 B2\nA1\n5550009999\n\n123-4567 x890\n2'],
])('opt-out reads the column %s, and lists the other lines', async (_, text) => {
  // Fields that only a damaged list has.
  await redis.hset(KEYS.phones, '', members[20]?.code ?? '');
  await redis.hset(KEYS.members, '', 'torn');
  const path = fileOf(text.replaceAll('A1', ana.phone).replaceAll('B2', bea.phone));
  const lines = '1 line not on the list: 4.\n2 lines not a phone, code or link: 6, 7.\n';
  const stderr = expect.stringContaining('Nothing was changed. Correct these lines first.');
  for (const command of ['remove', 'admit --wave a'])
    expect(await run(command, path)).toEqual({ code: 1, stdout: lines, stderr });
  const stdout = `${lines}2 members opted out of texts.\n`;
  expect(await run('opt-out', path)).toMatchObject({ code: 1, stdout });
  expect(await memberWith(bea.phone)).toMatchObject({ optedOutAt: now });
  expect(await output('opt-out', bea.phone)).toContain('1 member had already opted out.\n');
});

test.each([
  ['phone,name\n555-000-9999,Ana', 'No members in column phone of FILE, ignoring name.'],
  ['name,Phone\nBo,A1\n', 'Stop texting 1 member in column Phone of FILE, ignoring name (test'],
  ['\nA1\n', 'Stop texting 1 member in FILE (test'],
  ['From,To,Body\nA1,5550009999,STOP', 'FILE has the columns From, To, Body. Keep the one'],
  ['A1,STOP\nB2,HELP', 'FILE has several columns. Keep the one'],
])('opt-out of %j changes nothing, and says of which column', async (text, sentence) => {
  const path = fileOf(text.replace('A1', ana.phone));
  await fails(`opt-out ${path}`, sentence.replace('FILE', path));
  expect(await memberWith(ana.phone)).toEqual(ana);
});
