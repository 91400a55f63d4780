import { existsSync } from 'node:fs';
import { main } from '../../cli/main.ts';

// `npm run waitlist`: works on the hosted database that .env or the environment names. With --local, or
// if none is named, it works on the database of the site that is served here.

if (existsSync('.env')) process.loadEnvFile();
process.exitCode = await main(process.argv.slice(2), async (options) => {
  // Loaded late, because it takes 15 MB and a tenth of a second.
  const { openDatabase } = await import('./database.ts');
  return openDatabase(options);
});
