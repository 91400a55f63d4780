import { existsSync } from 'node:fs';
import { main, type OpenDatabase } from '../../cli/main.ts';

// What `npm run waitlist` runs: the command line, on the hosted database that .env or the environment
// names; without one, or with --local, on the one that `npm start` uses here.

const openDatabase: OpenDatabase = async ({ local }) => {
  // Imported only here, since it costs 15 MB and a tenth of a second.
  const { provideDatabase } = await import('./database.ts');
  return provideDatabase({ local, persistent: true });
};

if (existsSync('.env')) process.loadEnvFile();
process.exitCode = await main(process.argv.slice(2), openDatabase);
