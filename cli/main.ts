import type { Redis } from '@upstash/redis';
import { Command, InvalidArgumentError } from 'commander';
import { connectRedis } from '../netlify/queue/redis.ts';
import { type AdmitOptions, admit } from './commands/admit.ts';
import { type Corrections, correct } from './commands/correct.ts';
import { exportFile } from './commands/export.ts';
import { find } from './commands/find.ts';
import { importFile } from './commands/import.ts';
import { list } from './commands/list.ts';
import { optOut } from './commands/opt-out.ts';
import { remove } from './commands/remove.ts';
import { report } from './commands/report.ts';
import { stats } from './commands/stats.ts';
import { suspects } from './commands/suspects.ts';
import { verify } from './commands/verify.ts';
import { BadInput, INTERRUPTED, reportError } from './ending.ts';
import { exportTexts } from './export-texts.ts';

/** What every command is given besides its own arguments. */
export interface Session {
  redis: Redis;
  /** For people: "hosted, eu1-nice-cat-12345.upstash.io" or "local, .data/redis (redis-server 7.0.15)". */
  database: string;
}

/** What may be given to a command besides its arguments. */
export interface Options {
  yes?: boolean;
  fix?: boolean;
  friends?: boolean;
  top?: number;
  links?: string;
}

/** One page of a long list, from far away and over a slow line. */
const DEADLINE_MS = 30_000;

/**
 * Runs one command on the database that the environment names and resolves with its exit code
 * (docs/list.md), after saying on stderr what went wrong. `database` names it for people. Ctrl-C
 * ends the process at once: what changes the list is one script, and a partial file goes at the exit.
 */
export async function main(argv: string[], database: string): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(INTERRUPTED));
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // `npm run waitlist -- list | head` closes the pipe when it has seen enough.
    if (error.code === 'EPIPE') process.exit();
    console.error(`What was said could not be written (${error.code}).`);
    process.exit(2);
  });

  try {
    await programOn(database).parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return reportError(error);
  }
}

function programOn(database: string): Command {
  async function run(command: (session: Session) => Promise<void>): Promise<void> {
    const redis = connectRedis(process.env, DEADLINE_MS);
    console.error(`Database: ${database}\n`);
    await command({ redis, database });
  }

  const program = new Command('npm run waitlist --')
    .description('Works on the waitlist: the hosted one that .env names, else the local one.')
    .helpCommand(false)
    .exitOverride();

  program
    .command('stats')
    .description('people, referrals, joins of the last 30 days, the ten best referrers')
    .action(() => run(stats));

  program
    .command('report')
    .description('charts of how the list grows, in one file for a browser')
    .argument('<file>', 'a name that ends with .html', endingOf('html'))
    .option('--yes', 'does not ask')
    .action((file, options) => run((session) => report(session, file, options)));

  program
    .command('suspects')
    .description('whose friends look bought, and why')
    .action(() => run(suspects));

  program
    .command('list')
    .description('positions, friends, masked phones and names, in queue order')
    .option('--top <N>', 'how many people', wholeNumber, 20)
    .option('--from <N>', 'the first position', wholeNumber, 1)
    .action((options) => run((session) => list(session, options)));

  program
    .command('find')
    .description('one member, and where she came from; or everybody of a name')
    .argument('<phone-code-or-name>', 'her phone number, her code, her link, or of her name')
    .option('--friends', 'also who came through her, for which everybody is read')
    .action((typed, options) => run((session) => find(session, typed, options)));

  program
    .command('export')
    .description('everybody in queue order: .csv for a spreadsheet, .jsonl for a whole copy')
    .argument('<file>', 'its ending says which', endingOf('csv', 'jsonl'))
    .option('--top <N>', 'of a .csv, the first in line alone', wholeNumber)
    .option('--for-texts', 'a .csv for a texting service: only those who agreed')
    .option('--wave <name>', 'of these, one wave alone')
    .option('--yes', 'does not ask')
    .action((file, options) => {
      const exporting = options.forTexts ? exportTexts : exportFile;
      if (options.wave && !options.forTexts) throw new BadInput('--wave goes with --for-texts.');
      if (options.top && options.forTexts) throw new BadInput('--for-texts takes no --top.');
      return run((session) => exporting(session, file, options));
    });

  program
    .command('admit')
    .description('lets members in, wave by wave')
    .argument('[file]', 'their codes, one a line')
    .option('--wave <name>', 'such as october-1')
    .option('--top <N>', 'the first in line, until the wave has so many', wholeNumber)
    .option('--code <code>', 'one member: her code, her link or her phone number')
    .option('--undo <name>', 'puts a wave back in line')
    .option('--yes', 'does not ask')
    .action((file, options: AdmitOptions) => run((session) => admit(session, file, options)));

  program
    .command('opt-out')
    .description('takes back that somebody agreed to texts')
    .argument('<phone-or-file>', 'her phone number, or a file of them from the texting service')
    .option('--yes', 'does not ask')
    .action((phoneOrFile, options) => run((session) => optOut(session, phoneOrFile, options)));

  program
    .command('import')
    .description('adds the people of a .csv; makes an empty database the list of a .jsonl')
    .argument('<file>', 'its ending says which', endingOf('csv', 'jsonl'))
    .option('--yes', 'does not ask')
    .action((file, options) => run((session) => importFile(session, file, options)));

  program
    .command('correct')
    .description('puts a phone number or a name right, and nothing else of her changes')
    .argument('<phone-or-code>', 'her phone number, her code or her link')
    .option('--phone <number>', 'the right one')
    .option('--first-name <name>', 'the right one')
    .option('--last-name <name>', 'the right one')
    .option('--yes', 'does not ask')
    .action((typed, options: Corrections) => run((session) => correct(session, typed, options)));

  program
    .command('remove')
    .description('erases one member for good, on her request')
    .argument('<phone-or-code>', 'her phone number, her code or her link')
    .option('--yes', 'does not ask')
    .action((phoneOrCode, options) => run((session) => remove(session, phoneOrCode, options)));

  program
    .command('verify')
    .description('checks that everything holds, and says what is wrong and how to mend it')
    .option('--fix', 'mends it')
    .option('--links <file>', 'a .csv for who gets a new private link by that', endingOf('csv'))
    .option('--yes', 'does not ask')
    .action((options) => run((session) => verify(session, options)));

  return program;
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It has to be a whole number from 1, such as 50.');
}

/** Takes a path whose ending says what is in the file. */
const endingOf = (...endings: string[]) => {
  return (path: string) => {
    if (endings.some((ending) => path.toLowerCase().endsWith(`.${ending}`))) return path;
    const named = endings.map((ending) => `.${ending}`).join(' or ');
    throw new InvalidArgumentError(`The name of the file has to end with ${named}.`);
  };
};
