import { BadInput } from './exit-codes.ts';
import { sanitizeForTerminal } from './format.ts';
import {
  type FullWaitlist,
  pagesOf,
  type RankedRecord,
  readFields,
  readMembers,
} from './members.ts';

/** The members at positions `from` to `to`, counted from 1. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  return readMembers(waitlist, await redis.zrange<string[]>(keys.queue, from - 1, to - 1));
}

/**
 * Pages of the first `top` in the queue; without it, of the whole queue and then the admitted members.
 * All codes are read before the records, so nobody is skipped if members move meanwhile.
 */
export async function* readInOrder(waitlist: FullWaitlist, top?: number) {
  const queue = await readCodes(waitlist, 'queue');
  const admitted = top ? [] : await readCodes(waitlist, 'admitted');
  // A member who is admitted between the two readings is in both.
  const waiting = [...new Set(queue).difference(new Set(admitted))].slice(0, top);
  for (const page of pagesOf([...waiting, ...admitted])) yield await readMembers(waitlist, page);
}

/** The members whose records name the wave. Throws BadInput with the existing waves if there are none. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const admitted = await readMembers(waitlist, await readCodes(waitlist, 'admitted'));
  const found = admitted.filter(({ member }) => member?.wave === wave);
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).sort().join(', ');
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${waves || 'none'}.`));
}

/** In the order of the index: by score, and by the bytes of the code for equal scores. */
async function readCodes(waitlist: FullWaitlist, index: 'queue' | 'admitted'): Promise<string[]> {
  const scores = [...(await readFields(waitlist, index))];
  scores.sort(([a, aScore], [b, bScore]) => Number(aScore) - Number(bScore) || (a < b ? -1 : 1));
  return scores.map(([code]) => code);
}
