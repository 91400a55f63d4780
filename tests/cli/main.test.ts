import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { setUpCommands } from '../support/command.ts';
import { codeOf, fillWaitlist } from '../support/members.ts';
import { setUpReceiver } from '../support/receiver.ts';
import { KEYS } from '../support/waitlist.ts';

const MEMBERS = 1_200;
const waitlist = await setUpCommands();
const { ask, run, fails, output, redis, faults, file, everything } = waitlist;
const receiver = await setUpReceiver();
const csv = file('members.csv', 'first_name,last_name,phone\nBo,Ek,7000000000\n');
await fillWaitlist(redis, MEMBERS);

const ASKED = ' (test, webhooks on)? Not a terminal. Pass --yes to confirm.\n';

test.each([
  ['list --top 1.5', 'Must be a whole number from 1, such as 50.'],
  ['list --wave november', 'No wave november; there are: none.'],
  ['opt-out Ana', 'or a referral or status link, or a file of them.\n'],
  ['remove +447911123456', 'No member has this phone number.'],
  ['find Nobody', 'No member has this name.'],
  ['find ', 'Specify a phone, code, link or name.'],
  ['remove no/such.csv', "There's no file no/such.csv."],
  ['export -', "The file's name must end in .csv."],
  ['export no/such.csv', "Can't open no/such.csv (ENOENT)."],
  ['export --backup list.csv', "The file's name must end in .json.gz."],
  ['report list.csv', "The file's name must end in .html."],
  ['import .', '. is a folder.'],
  ['export --backup --top 5 x.json.gz', "with option '--top <N>'"],
  ['admit --top 5 --wave a x.txt', 'Specify members: --top N, a member or a file'],
  ['admit --top 5 --wave WAVE', '--wave must be a name such as october-1: up to 32'],
  ['correct 2000000001 --phone 2000000002', `Another member has this phone number: ${codeOf(2)}.`],
  ['correct 2000000001 --phone 555', 'Please enter a valid 10-digit phone number.'],
  ['correct 2000000001', 'Specify what to correct, such as --phone 5551234567.'],
  ['correct 2000000001 --first-name Zoë', ASKED],
  [`export ${csv}`, ASKED],
])('"%s" ends with a sentence, and changes nothing', async (command, sentence) => {
  const before = await everything();
  await fails(command, sentence);
  expect(await everything()).toBe(before);
});

test('without --, npm takes an option for itself, and the command refuses', async () => {
  vi.stubEnv('npm_config_for_texts', 'true');
  vi.stubEnv('npm_config_yes', 'true');
  await fails(
    `export ${csv}`,
    "npm took --for-texts for itself. Type -- before the command, in PowerShell '--': npm run waitlist '--' list --top 5\n",
  );
});

test('help explains every command, option and argument', async () => {
  const listed = (await output('--help')).matchAll(/^ {2}([a-z-]+) /gm);
  for (const [, command = ''] of [[], ...listed])
    expect(await output(`${command} --help`)).not.toMatch(/^ {2}\S+( \S+)*( +\(.*)?$/m);
  expect(await output('find --help')).toMatch(/^ {2}who +a phone, /m);
});

const phones = (count: number) =>
  Array.from({ length: count }, (_, i) => 2_000_000_001 + i).join('\n');

test.each([
  ['', `import ${csv}`, MEMBERS, 0],
  [' Yes \n', `import ${csv}`, MEMBERS, 1],
  ['y\n', `remove ${file('11.txt', phones(11))}`, 110, -11],
  ['y\n', `remove ${file('11.txt')}`, 109, 0],
  ['y\n', `remove ${file('101.txt', phones(101))}`, MEMBERS, 0],
  ['101\n', `remove ${file('101.txt')}`, MEMBERS, -101],
])('in a terminal, %j to "%s" on a list of %i adds %i', async (answer, act, members, added) => {
  await fillWaitlist(redis, members);
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  // Ctrl-D ends the input.
  if (answer) terminal.write(answer);
  else terminal.end();
  using _ = vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never);
  const { code, stderr } = await ask(act);
  expect([code, stderr]).toEqual([added ? 0 : 1, expect.stringContaining(')? (')]);
  expect(await redis.hlen(KEYS.members)).toBe(members + added);
  // Otherwise the process wouldn't end.
  expect(terminal.isPaused()).toBe(true);
});

test('a command goes on if nobody reads what it says', async () => {
  await fillWaitlist(redis, MEMBERS);
  // Only a second write fails.
  const command = 'tools/local/command-line.ts --yes admit --top 1100 --wave a';
  const child = spawn(process.execPath, command.split(' '));
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await redis.zcard(KEYS.queue)).toBe(MEMBERS - 1_100);
  // A request's timer that's left running would keep the process for 30 seconds.
}, 25_000);

const one = codeOf(1);
test.each([
  ...['stats', 'list', `find ${one}`, 'find Ana', 'verify', 'verify --fix', 'doctor'],
  ...['report x.html', 'export x.csv', 'export --backup x.json.gz', `import ${csv}`],
  ...['admit --undo a', 'admit --top 5 --wave b', `opt-out ${one}`, `remove ${one}`],
  `correct ${one} --last-name Ek`,
])('"%s" says so if Redis refuses or something else responds', async (command) => {
  vi.stubEnv('SITE_URL', 'http://127.0.0.1:3');
  // An error of Redis may have the whole command in it.
  const refusal = { error: 'OOM no memory for 5551234567' };
  for (const reply of [{ result: 'moved' }, { result: null }, refusal]) {
    for (const right of [0, 1, 2]) {
      let requests = 0;
      faults.inject = async (request, execute) => {
        requests += 1;
        const [first, ...rest] = request as unknown[];
        const body = Array.isArray(first) ? [reply, ...rest.map(() => reply)] : reply;
        return requests > right ? { status: 200, body } : execute();
      };
      const { code, stdout, stderr } = await run(`--local-list ${command}`);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^Database: .+\n\n(.+\n)?$/)]);
      expect(stdout + stderr).toMatch(/from Redis|isn't the script's|OOM, the database is full/);
      expect(stdout + stderr).not.toMatch(/5551234567|memory/);
    }
  }
});

test('stats and questions about many say when the last backup was made', async () => {
  await fillWaitlist(redis, MEMBERS);
  const admit = 'admit --top 500 --wave a';
  await fails(admit, 'as a; last backup: never (test');
  expect(await output('stats')).toContain('\nLast backup: never.\n');
  const backup = `export --backup ${file('list.json.gz')}`;
  await run(backup);
  await fails(admit, 'as a (test');
  expect(await output('stats')).toContain('\nLast backup: less than a day ago.\n');
  await redis.set(KEYS.lastBackup, new Date(Date.now() - 95.98 * 3_600_000).toISOString());
  await fails(`remove ${file('101.txt')}`, 'for good; last backup: 3 days ago (test');
  await fails('admit --top 5 --wave a', 'as a (test');
  await fails(`--local-list ${admit}`, 'as a (test');
  await redis.call('ACL', 'SETUSER', 'default', '-@write');
  const { code, stderr } = await run(backup);
  await redis.call('ACL', 'SETUSER', 'default', '+@all');
  expect([code, stderr]).toEqual([0, expect.stringContaining("Its time isn't noted (NOPERM")]);
});

test('an empty list is an error only for a backup', async () => {
  await redis.flushall();
  const stdout = expect.stringMatching(/^No members|The list is empty\.\n$/);
  const reports = ['stats', 'list', 'verify', 'report none.html', 'export none.csv'];
  for (const command of [...reports, 'admit --top 5 --wave a'])
    expect(await ask(command)).toMatchObject({ code: 0, stdout });
  await fails(`export --backup ${file('none.json.gz')}`, 'The list is empty. No backup was made.');
});

const NEXT = 'Events of 1 member will be sent at the next signup, or within five minutes.';

test('commands add events only if the variables are set, and say so; stats says since when they wait', async () => {
  await redis.flushall();
  const code = await waitlist.addMember();
  vi.stubEnv('WAITLIST_WEBHOOK_URL', '');
  const { stderr } = await run(`correct ${code} --last-name Ek`);
  expect(stderr).toMatch(/webhooks off\n\nWarning: WAITLIST_WEBHOOK_URL must be an https.+\n/);
  expect(await redis.exists(KEYS.outbox)).toBe(0);
  vi.unstubAllEnvs();
  for (const change of ['correct --last-name Roe', 'opt-out', 'admit --wave new'])
    expect(await output(change, code)).toContain(NEXT);
  expect(await output('admit --undo new')).toContain(NEXT);
  await redis.hset(KEYS.outboxTimes, `member.admitted ${code}`, 1e12);
  const waiting = 'Webhook events: 2 waiting, the oldest since 2001-09-09T01:46:40Z.\n';
  expect(await output('stats')).toContain(waiting);
  expect(await output('remove', code)).toContain(NEXT);
  const events = ['admitted', 'left', 'updated'].map((name) => `member.${name} ${code}`);
  expect((await redis.zrange('{waitlist}:outbox', '0', '-1')).sort()).toEqual(events);
});

test('even while the list is closed, doctor sends a signed event with links to the site', async () => {
  await redis.set(KEYS.rebuild, 'restore:x');
  vi.stubEnv('SITE_URL', 'http://127.0.0.1:3');
  const accepted = 'ok     webhooks: The receiver accepted the test event.\n';
  expect(await output('--local-list doctor')).toContain(accepted);
  const data = { phone: '+12125550100', referralLink: 'http://127.0.0.1:3/?ref=Test00a0a0' };
  expect(receiver.received).toMatchObject([{ type: 'webhook.test', data }]);
  expect(Object.values(receiver.received[0]?.data ?? {})).not.toContain(undefined);
  expect(await output('doctor')).toMatch(
    /site: Set SITE_URL .+\n(.+\n){2}wrong {2}webhooks: for the same/,
  );
  expect(await output('--preview doctor')).toContain('webhooks: Off.');
  expect(await redis.exists('{waitlist-preview}:doctor')).toBe(1);
  expect(receiver.received).toHaveLength(1);
  receiver.respond = () => 400;
  const refused = 'wrong  webhooks: The receiver failed: status 400.\n';
  expect(await output('--local-list doctor')).toContain(refused);
});
