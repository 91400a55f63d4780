import { readBackup } from '../backup-file.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../failure.ts';
import { peopleFigure } from '../figure.ts';
import { Interrupted } from '../interrupt.ts';
import { LIST_KEYS } from '../keys.ts';
import { type RestoreResult, restoreList } from '../restore-list.ts';
import type { Session } from '../run.ts';

const REFUSALS = {
  taken:
    'Somebody joined while the backup was loading, so the database is not empty any more. Nothing of the backup was kept.',
  busy: 'Another restore is under way, or was cut short less than a minute ago. Try again in a minute.',
  lost: 'The connection stood still for more than a minute. Nothing of the backup was kept; try again.',
} satisfies Record<Exclude<RestoreResult, 'restored'>, string>;

/**
 * Makes an empty database hold what a backup holds, after asking. Throws BadInput for a file that is
 * not a whole backup and for a database that is not empty.
 */
export async function restore(
  { redis, name, signal }: Session,
  file: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const backup = await readBackup(file);
  if (await redis.exists(...LIST_KEYS)) {
    throw new BadInput(
      'There is a list in this database already. A backup is restored into an empty one only, so that nobody is lost.',
    );
  }
  const whom = `${peopleFigure(backup.records.size)} as of ${moment(backup.madeAt)}`;
  await confirm(`Restore ${whom} into the database (${name})?`, yes);
  const result = await restoreList(redis, backup, signal).catch((error) => {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted('Stopped. The database is as empty as it was.');
  });
  if (result !== 'restored') throw new BadInput(REFUSALS[result]);
  console.log(`Restored ${whom}.`);
}

/** 2026-11-21 14:03 UTC. */
const moment = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
