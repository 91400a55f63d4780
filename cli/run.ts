import { type Database, openDatabase } from './database.ts';
import { interruption } from './interrupt.ts';

/** What every command is given besides its own arguments. */
export interface Session extends Database {
  /** Aborted by Ctrl-C: see interruption(). */
  signal: AbortSignal;
}

/** Runs one command on the site's database, after saying which that is, and closes it in any case. */
export async function run(command: (session: Session) => Promise<void>): Promise<void> {
  const signal = interruption();
  const database = await openDatabase();
  try {
    console.error(`Database: ${database.name}\n`);
    await command({ ...database, signal });
  } finally {
    await database.close();
  }
}
