import { Command } from 'commander';
import { backup } from './commands/backup.ts';
import { exportList, exportPath } from './commands/export.ts';
import { find } from './commands/find.ts';
import { importList } from './commands/import.ts';
import { list } from './commands/list.ts';
import { remove } from './commands/remove.ts';
import { restore } from './commands/restore.ts';
import { stats } from './commands/stats.ts';
import { verify } from './commands/verify.ts';
import { endingOf } from './failure.ts';
import { runOn, type Session } from './run.ts';
import { wholeNumber } from './whole-number.ts';

/** Runs the command that `argv` names, on the database that people know as `database`; resolves with the exit code. */
export async function main(argv: string[], database: string): Promise<number> {
  const run = (command: (session: Session) => Promise<void>) => runOn(database, command);
  // `npm run waitlist -- list | head` closes the pipe when it has seen enough.
  process.stdout.on('error', () => process.exit());

  const program = new Command('npm run waitlist --')
    .description('Works on the waitlist: the hosted one that .env names, else the local one.')
    .helpCommand(false)
    .exitOverride();

  program
    .command('stats')
    .description('people, referrals, joins of the last 30 days, the ten best referrers')
    .action(() => run((session) => stats(session)));

  program
    .command('list')
    .description('places, friends, masked phones and names, in queue order')
    .option('--top <N>', 'how many people', wholeNumber('--top'), 20)
    .option('--from <N>', 'the first place', wholeNumber('--from'), 1)
    .action((options) => run((session) => list(session, options)));

  program
    .command('export')
    .description('everybody in queue order, for a spreadsheet or a program')
    .argument('<file>', 'a name that ends with .csv or .jsonl', exportPath)
    .option('--yes', 'does not ask before it replaces a file')
    .action((file, options) => run((session) => exportList(session, file, options)));

  program
    .command('import')
    .description('people from a CSV file: another list, or our own export')
    .argument('<file>', 'with phone, first_name and last_name in its first line')
    .option('--yes', 'does not ask')
    .action((file, options) => run((session) => importList(session, file, options)));

  program
    .command('find')
    .description('one member, where she came from, who came through her')
    .argument('<phone-or-code>', 'her phone number, her code or her link')
    .action((phoneOrCode) => run((session) => find(session, phoneOrCode)));

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
    .option('--yes', 'does not ask')
    .action((options) => run((session) => verify(session, options)));

  program
    .command('backup')
    .description('a whole copy of the list in a file')
    .argument('<file>', 'where to write it')
    .option('--yes', 'does not ask before it replaces a file')
    .action((file, options) => run((session) => backup(session, file, options)));

  program
    .command('restore')
    .description('the list of a backup, into an empty database')
    .argument('<file>', 'what backup has written')
    .option('--yes', 'does not ask')
    .action((file, options) => run((session) => restore(session, file, options)));

  try {
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const { code, sentence } = endingOf(error);
    if (sentence) console.error(sentence);
    return code;
  }
}
