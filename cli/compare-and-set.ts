import { type Waitlist, waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { COMPARE_AND_SET } from './compare-and-set.lua.ts';
import { PAGE, pagesOf } from './members.ts';
import { showProgress } from './progress.ts';

const AT_ONCE = 4;

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
  for await (const page of showProgress(
    'Writing',
    pagesOf(groups, AT_ONCE * PAGE),
    groups.length,
  )) {
    const steps = [...pagesOf(page)];
    const requests = steps.map((step) => script(waitlist, [JSON.stringify(step)]));
    const replies = await Promise.all(requests);
    done.push(...replies.flatMap(({ digits }) => [...digits].map((digit) => digit === '1')));
  }
  return done;
}
