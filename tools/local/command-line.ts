import { main } from '../../cli/main.ts';
import { openDatabase } from './database.ts';
import { loadEnv } from './load-env.ts';

// `npm run waitlist`: uses the hosted database in .env or the environment. With --local-list, or if there is
// none, it uses the database of the site that is running in this folder.

loadEnv();
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // `list | head` and `import big.csv 2>&1 | head` stop reading early. The work goes on.
    if (error.code !== 'EPIPE') throw error;
  });
}
process.exitCode = await main(process.argv.slice(2), openDatabase);
