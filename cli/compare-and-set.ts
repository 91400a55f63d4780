import { type Waitlist, waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { COMPARE_AND_SET } from './compare-and-set.lua.ts';
import { pagesOf } from './members.ts';
import { showProgress } from './progress.ts';

/** Groups in one request: some 200 KB, and 10 ms in which nobody else is served. */
const STEP = 2_000;

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
  for await (const step of showProgress('Writing', pagesOf(groups, STEP), groups.length)) {
    const { digits } = await script(waitlist, [JSON.stringify(step)]);
    for (const digit of digits) done.push(digit === '1');
  }
  return done;
}
