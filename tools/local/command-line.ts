import { existsSync } from 'node:fs';
import { main } from '../../cli/main.ts';

// What `npm run waitlist` runs: the command line, on the hosted database that .env or the environment
// names; without one, or with --local, on that of the site which is served here.

if (existsSync('.env')) process.loadEnvFile();
process.exitCode = await main(process.argv.slice(2), async (options) => {
  // Imported only here, because it costs 15 MB and a tenth of a second.
  const { openDatabase } = await import('./database.ts');
  return openDatabase(options);
});
