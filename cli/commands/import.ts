import { fileToRead } from '../files.ts';
import { importPeople } from '../import-people.ts';
import { importList } from '../load-list.ts';
import type { Session } from '../main.ts';

/** Adds the people of a CSV file, or makes an empty database what a whole list is; asks before either. */
export async function importFile(session: Session, path: string): Promise<void> {
  const file = fileToRead(path);
  await (/\.csv$/i.test(file) ? importPeople : importList)(session, file);
}
