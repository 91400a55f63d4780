import type { ScriptRedis } from '../netlify/queue/lua-script.ts';
import { Interrupted } from './interrupt.ts';
import type { Problem } from './problems.ts';
import { isMendable, repair } from './repair.ts';
import type { Settled } from './settle.ts';

/** Repairs under way at once: from far away, a request is mostly waiting. */
const AT_ONCE = 16;

/** One repair may lay open another; and on a busy list some come too late the first time. */
const ROUNDS = 10;

/**
 * Mends what was found and looks again, until nothing is left that can be mended or nothing could be
 * any more. Resolves with the last look and how many repairs were made. Throws Interrupted when the
 * signal aborts, after the repairs under way.
 */
export async function mend(
  redis: ScriptRedis,
  found: Settled,
  { look, signal }: { look: () => Promise<Settled>; signal: AbortSignal },
): Promise<{ repairs: number; left: Settled }> {
  let left = found;
  let repairs = 0;
  for (let round = 0; round < ROUNDS && left.problems.some(isMendable); round += 1) {
    const made = await repairAll(redis, left.problems, signal);
    repairs += made;
    left = await look();
    if (made === 0) break;
  }
  return { repairs, left };
}

async function repairAll(
  redis: ScriptRedis,
  problems: Problem[],
  signal: AbortSignal,
): Promise<number> {
  let made = 0;
  // One kind after the other: the order of the kinds is that of their repairs.
  for (const kind of Map.groupBy(problems, ({ kind }) => kind).values()) {
    for (let start = 0; start < kind.length; start += AT_ONCE) {
      if (signal.aborted) {
        throw new Interrupted(
          'Stopped. What was mended by then is mended; run it again for the rest.',
        );
      }
      const batch = kind.slice(start, start + AT_ONCE);
      const done = await Promise.all(batch.map((problem) => repair(redis, problem)));
      made += done.filter(Boolean).length;
    }
  }
  return made;
}
