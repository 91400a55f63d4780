import { KEYS } from '../../netlify/queue/keys.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { fileToRead } from '../files.ts';
import { importPeople } from '../import-people.ts';
import { loadList } from '../load-list.ts';
import { moment, peopleFigure } from '../show.ts';
import type { Session } from '../waitlist.ts';
import { checkList } from '../whole-list.ts';

/** Adds the people of a CSV file, or makes an empty database what a whole list is; asks before either. */
export async function importFile(
  session: Session,
  path: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const file = fileToRead(path);
  if (/\.csv$/i.test(file)) await importPeople(session, file, yes);
  else await importList(session, file, yes);
}

async function importList(
  { redis, database }: Session,
  file: string,
  yes: boolean | undefined,
): Promise<void> {
  const list = await checkList(file);
  const { queue, members, phones, joined, days } = KEYS;
  if (await redis.exists(queue, members, phones, joined, days)) {
    throw new BadInput(
      'There is a list in this database already. A whole list is imported into an empty one only, so that nobody is lost.',
    );
  }
  const whom = `${peopleFigure(list.members)} as of ${moment(Date.parse(list.exportedAt))}`;
  await confirm(`Import ${whom} into the database (${database})?`, yes);
  await loadList(redis, list, file);
  console.log(`Imported ${whom}.`);
}
