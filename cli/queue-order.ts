import { BadInput } from './errors.ts';
import { sanitizeForTerminal } from './format.ts';
import { type FullWaitlist, type RankedRecord, readFields, readMembers } from './members.ts';

/** The members at positions `from` to `to`, counted from 1. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  return readMembers(waitlist, await redis.zrange<string[]>(keys.queue, from - 1, to - 1));
}

/** The first `top` members in the queue, or the whole queue and then the admitted members. */
export async function readInOrder(waitlist: FullWaitlist, top?: number): Promise<RankedRecord[]> {
  const queue = await readCodes(waitlist, 'queue');
  if (top) return readMembers(waitlist, queue.slice(0, top));
  // A member admitted between the two readings is in both.
  const codes = new Set([...queue, ...(await readCodes(waitlist, 'admitted'))]);
  return readMembers(waitlist, [...codes]);
}

/** The members whose records name the wave. Throws BadInput with the existing waves if there are none. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const admitted = await readMembers(waitlist, await readCodes(waitlist, 'admitted'));
  const found = admitted.filter(({ member }) => member?.wave === wave);
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).sort().join(', ');
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${waves || 'none'}.`));
}

/** All codes in the order of the index: equal scores by the bytes of the code. */
async function readCodes(waitlist: FullWaitlist, index: 'queue' | 'admitted'): Promise<string[]> {
  const scores = [...(await readFields(waitlist, index))];
  scores.sort(([a, aScore], [b, bScore]) => Number(aScore) - Number(bScore) || (a < b ? -1 : 1));
  return scores.map(([code]) => code);
}
