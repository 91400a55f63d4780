import { Command } from 'commander';
import { find } from './commands/find.ts';
import { endingOf } from './failure.ts';
import { run } from './run.ts';

// `npm run waitlist -- list | head` closes the pipe when it has seen enough.
process.stdout.on('error', () => process.exit());

const program = new Command('npm run waitlist --')
  .description('Works on the waitlist: the hosted one that .env names, else the local one.')
  .helpCommand(false)
  .exitOverride();

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
