import type { Keys } from '../netlify/queue/keys.ts';
import { type Waitlist, waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { COMPARE_AND_SET } from './compare-and-set.lua.ts';
import { pagesOf } from './members.ts';
import { showProgress } from './progress.ts';

/** Groups in one request: some 200 KB, and 10 ms in which nobody else is served. */
const BATCH_SIZE = 2_000;

/** A field as it was seen and as it is due; null is nothing. `joined` has the field ''. */
export interface Change {
  where: 'queue' | 'admitted' | 'members' | 'phones' | 'waves' | 'joined';
  field: string;
  seen: string | null;
  due: string | null;
}

const script = waitlistScript(COMPARE_AND_SET, { compared: { digits: 'string' } });

/** Resolves with whether each group was made. Throws when Redis fails. */
export async function compareAndSet(waitlist: Waitlist, groups: Change[][]): Promise<boolean[]> {
  const done: boolean[] = [];
  for await (const step of showProgress('Writing', pagesOf(groups, BATCH_SIZE), groups.length)) {
    const commands = step.map((changes) =>
      changes.map((change) => commandsOf(change, waitlist.keys)),
    );
    const { digits } = await script(waitlist, [JSON.stringify(commands)]);
    for (const digit of digits) done.push(digit === '1');
  }
  return done;
}

/** The command that reads a value, and the one that sets what is due. */
function commandsOf({ where, field, seen, due }: Change, keys: Keys) {
  const key = keys[where];
  if (where === 'joined') return { read: ['GET', key], seen, write: ['SET', key, due] };
  const isSorted = where === 'queue' || where === 'admitted';
  const remove = [isSorted ? 'ZREM' : 'HDEL', key, field];
  const set = isSorted ? ['ZADD', key, due, field] : ['HSET', key, field, due];
  return {
    read: [isSorted ? 'ZSCORE' : 'HGET', key, field],
    seen,
    write: due === null ? remove : set,
  };
}
