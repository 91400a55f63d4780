import { BadInput } from './exit-codes.ts';
import { sanitizeForTerminal } from './format.ts';
import {
  type FullWaitlist,
  pagesOf,
  type RankedRecord,
  readFields,
  readMembers,
  readValues,
  toRankedRecord,
} from './members.ts';

/** The members at positions `from` to `to`, counted from 1. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  return readMembers(waitlist, await redis.zrange<string[]>(keys.queue, from - 1, to - 1));
}

/**
 * Pages of the first `top` members in the queue, or of the whole queue and then the admitted members.
 * All scores are read before the records, so moving members aren't skipped.
 */
export async function* readInOrder(waitlist: FullWaitlist, top?: number) {
  const queue = await readScores(waitlist, 'queue');
  const admitted = top ? [] : await readScores(waitlist, 'admitted');
  // A member admitted between the two readings is in both.
  const isAdmitted = new Set(admitted.map(([code]) => code));
  const waiting = queue.filter(([code]) => !isAdmitted.has(code)).slice(0, top);
  let position = 0;
  for (const page of pagesOf([...waiting, ...admitted])) {
    const codes = page.map(([code]) => code);
    const records = await readValues(waitlist, 'members', codes);
    yield page.map(([code, score], i) => {
      position += 1;
      const isWaiting = position <= waiting.length;
      return toRankedRecord(code, records[i], score, isWaiting ? position : undefined);
    });
  }
}

/** The members whose records name the wave. Throws BadInput with the existing waves if there are none. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const codes = (await readScores(waitlist, 'admitted')).map(([code]) => code);
  const found = (await readMembers(waitlist, codes)).filter(({ member }) => member?.wave === wave);
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).sort().join(', ');
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${waves || 'none'}.`));
}

/** Codes and scores in the order of the index: equal scores by the bytes of the code. */
async function readScores(waitlist: FullWaitlist, index: 'queue' | 'admitted') {
  const scores = [...(await readFields(waitlist, index))];
  return scores.sort(
    ([a, aScore], [b, bScore]) => Number(aScore) - Number(bScore) || (a < b ? -1 : 1),
  );
}
