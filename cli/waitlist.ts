import { Command } from 'commander';
import { exportList, exportPath } from './commands/export.ts';
import { find } from './commands/find.ts';
import { list } from './commands/list.ts';
import { stats } from './commands/stats.ts';
import { endingOf } from './failure.ts';
import { run } from './run.ts';
import { wholeNumber } from './whole-number.ts';

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
  .option('--yes', 'overwrite the file without asking')
  .action((file, options) => run((session) => exportList(session, file, options)));

program
  .command('find')
  .description('one member, where she came from, who came through her')
  .argument('<phone-or-code>', 'her phone number, her code or her link')
  .action((phoneOrCode) => run((session) => find(session, phoneOrCode)));

try {
  await program.parseAsync();
} catch (error) {
  const { code, sentence } = endingOf(error);
  if (sentence) console.error(sentence);
  process.exitCode = code;
}
