import { type Inspection, inspect, type ListReading } from './inspect.ts';
import type { Problem } from './problems.ts';

/** Two would do on a quiet list; the third is for a problem that changed between the first two. */
const READINGS = 3;

export interface Settled extends Inspection {
  /** The last reading. */
  reading: ListReading;
}

/**
 * Inspects a list that may be in use. A reading takes a while, and whoever joins in the middle of it
 * looks like a mistake: so only what stands in two readings in a row, to the letter, is a problem.
 */
export async function inspectSettled(take: () => Promise<ListReading>): Promise<Settled> {
  let before: Set<string> | undefined;
  for (let count = 1; ; count += 1) {
    const reading = await take();
    const { members, problems } = inspect(reading);
    const standing = problems.filter((problem) => before?.has(fingerprint(problem)));
    if (standing.length === problems.length || count === READINGS) {
      return { reading, members, problems: standing };
    }
    before = new Set(problems.map(fingerprint));
  }
}

const fingerprint = (problem: Problem) => JSON.stringify(problem);
