import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { keysOf } from '../netlify/queue/keys.ts';
import { connectRedis } from '../netlify/queue/redis.ts';
import { hasWebhooks, readReceiver } from '../netlify/queue/webhook.ts';
import { FIELDS } from '../src/waitlist/shared/contract.ts';
import { admit } from './commands/admit.ts';
import { correct, optOut } from './commands/change-records.ts';
import { doctor } from './commands/doctor.ts';
import { exportFile } from './commands/export.ts';
import { find } from './commands/find.ts';
import { importFile } from './commands/import.ts';
import { list } from './commands/list.ts';
import { remove } from './commands/remove.ts';
import { report, stats } from './commands/report.ts';
import { restore } from './commands/restore.ts';
import { verify } from './commands/verify.ts';
import { WHO } from './find-member.ts';
import { splitCamelCase } from './format.ts';
import { BadInput, explainError, readLastNumber, type Session } from './session.ts';

/** Enough for one batch of a list over a slow connection. */
const DEADLINE_MS = 30_000;

const ARGUMENTS: Record<string, string> = { who: WHO, 'who|file': `${WHO}, or a file of them` };

/** Finds a database, the local one if asked: its name for operators, and the variables that lead to it. */
type Database = Pick<Session, 'isLocal' | 'env'> & { name: string };
type OpenDatabase = (options: { local: boolean }) => Promise<Database>;

type Run = (session: Session, ...args: never[]) => Promise<void>;

export async function main(argv: string[], openDatabase: OpenDatabase): Promise<number> {
  try {
    const program = createProgram(openDatabase);
    refuseTakenOptions(program);
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has already printed its message or the help.
    if (error instanceof CommanderError) return error.exitCode;
    console.error(explainError(error));
    return 1;
  }
}

/** Without `--`, npm takes options for itself, so that `npm run waitlist export --for-texts` exports everyone. */
function refuseTakenOptions(program: Command): void {
  const options = [program, ...program.commands].flatMap((each) => each.options);
  const names = new Set(options.map(({ long = '' }) => long));
  // CI sets npm's own.
  names.delete('--yes');
  const variableOf = (name: string) => `npm_config${name.slice(1).replaceAll('-', '_')}`;
  const taken = [...names].filter((name) => process.env[variableOf(name)]).join(', ');
  const rule = "Type -- before the command, in PowerShell '--': npm run waitlist '--' list --top 5";
  if (taken) throw new BadInput(`npm took ${taken} for itself. ${rule}`);
}

function createProgram(openDatabase: OpenDatabase): Command {
  const program = new Command('npm run waitlist --')
    .description('Operates the waitlist: the hosted one that .env names, otherwise the local one.')
    .option('--yes', 'answers yes to every question')
    .option('--local-list', 'the local waitlist, even if .env names a hosted one')
    .option('--preview', 'the waitlist of deploy previews')
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .exitOverride();

  function add(usage: string, description: string, run: Run, { whileClosed = false } = {}) {
    const command = program.command(usage).description(description);
    for (const argument of command.registeredArguments)
      argument.description = ARGUMENTS[argument.name()] ?? '';
    return command.action(async (...args) => {
      const session = await openSession(program.opts(), openDatabase);
      if (!whileClosed) await checkList(session);
      // Commander's last argument is the command itself.
      await run(session, ...(args.slice(0, -1) as never[]));
    });
  }

  add('stats', 'members by state, wave, source and day, and the best referrers', stats).addOption(
    json(),
  );
  add('report <file>', 'joins by source and day as charts: report launch.html', report);
  add('list', 'positions, referrals, codes, masked phones and names, in queue order', list)
    .option('--top <N>', 'how many members: 20, or the whole wave', wholeNumber)
    .option('--from <N>', 'the first position', wholeNumber, 1)
    .addOption(exclusive('--wave <name>', 'the members of a wave', 'from'))
    .addOption(json());
  add('find <who>', 'one member with their referrals, or members with a name', find)
    .option('--status-link', 'prints only the private status link')
    .addOption(json('statusLink'));
  add('export <file>', 'a .csv for a spreadsheet, or a backup: export list.csv', exportFile)
    .addOption(exclusive('--backup', 'a .json.gz with everything', 'forTexts', 'top', 'wave'))
    .option('--for-texts', 'a .csv for a texting service: only members who agreed')
    .option('--top <N>', 'only the first in the queue', wholeNumber)
    .addOption(exclusive('--wave <name>', 'only one wave', 'top'));
  add('admit [who|file]', 'admits members: admit testers.csv --wave testers', admit)
    .option('--wave <name>', 'such as october-1')
    .option('--top <N>', 'the first in the queue, until the wave has this many', wholeNumber)
    .addOption(exclusive('--undo <name>', 'puts a wave back into the queue', 'wave', 'top'));
  const about = 'ends consent to texts: opt-out stops.csv (docs/list.md)';
  add('opt-out <who|file>', about, optOut).option('--undo', 'takes back an opt-out, after a START');
  add('import <file>', 'adds members to the queue: import newcomers.csv', importFile);
  add('restore <file>', 'writes a backup into an empty list', restore, { whileClosed: true });
  const correction = add('correct <who>', "corrects a member's name or phone", correct);
  for (const field of FIELDS)
    correction.option(`--${splitCamelCase(field, '-')} <text>`, 'the correct one');
  add('remove <who|file>', 'erases members for good: remove fakes.csv', remove);
  add('verify', 'compares the indexes with the records', verify, { whileClosed: true })
    .option('--fix', 'closes the list, and rebuilds the indexes')
    .option('--remove-lost', 'like --fix, and removes members who have no record')
    .addOption(json('fix', 'removeLost'));
  add('doctor', 'tries the database, the site and the webhook, with a test event', doctor, {
    whileClosed: true,
  });
  return program;
}

async function openSession(options: Record<string, true | undefined>, openDatabase: OpenDatabase) {
  const { localList, preview, yes } = options;
  const { name, isLocal, env } = await openDatabase({ local: Boolean(localList) });
  const list: Session['list'] = preview ? 'waitlist-preview' : 'waitlist';
  const webhooks = !preview && hasWebhooks(env);
  const database = `${preview ? 'previews, ' : ''}${name}, webhooks ${webhooks ? 'on' : 'off'}`;
  console.error(`Database: ${database}\n`);
  const redis = connectRedis(env, DEADLINE_MS);
  return { yes, redis, keys: keysOf(list), webhooks, database, isLocal, env, list };
}

async function checkList(session: Session): Promise<void> {
  await readLastNumber(session);
  try {
    if (session.list === 'waitlist') readReceiver(session.env);
  } catch (error) {
    console.error(`Warning: ${explainError(error)}\n`);
  }
}

const exclusive = (flags: string, description: string, ...others: string[]) =>
  new Option(flags, description).conflicts(others);

const json = (...others: string[]) => exclusive('--json', 'for other programs', ...others);

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be a whole number from 1, such as 50.');
}
