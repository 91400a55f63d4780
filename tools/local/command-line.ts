import { main } from '../../cli/main.ts';
import { openDatabase } from './database.ts';
import { loadEnv } from './load-env.ts';

// `npm run waitlist`: uses the hosted database in .env or the environment. With --local-list, or if there is
// none, it uses the database of the site that is running in this folder.

loadEnv();
process.exitCode = await main(process.argv.slice(2), openDatabase);
