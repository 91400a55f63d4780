import { BadInput } from './errors.ts';
import { sanitizeForTerminal } from './format.ts';
import {
  type FullWaitlist,
  type RankedRecord,
  readFields,
  readMembers,
  readValues,
  toRankedRecord,
} from './members.ts';

/** Codes and scores in the order of an index. */
type Scores = [code: string, score: string][];

/** The members at positions `from` to `to`, counted from 1. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  return readMembers(waitlist, await redis.zrange<string[]>(keys.queue, from - 1, to - 1));
}

/** The first `top` members in the queue, or the whole queue and then the admitted members. */
export async function readInOrder(waitlist: FullWaitlist, top?: number): Promise<RankedRecord[]> {
  const queue = await readScores(waitlist, 'queue');
  if (top) return readRanked(waitlist, queue.slice(0, top), []);
  const admitted = await readScores(waitlist, 'admitted');
  // A member admitted between the two readings is in both.
  const isAdmitted = new Set(admitted.map(([code]) => code));
  const waiting = queue.filter(([code]) => !isAdmitted.has(code));
  return readRanked(waitlist, waiting, admitted);
}

/** The members whose records name the wave. Throws BadInput with the existing waves if there are none. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const admitted = await readRanked(waitlist, [], await readScores(waitlist, 'admitted'));
  const found = admitted.filter(({ member }) => member?.wave === wave);
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).sort().join(', ');
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${waves || 'none'}.`));
}

/** Counts positions instead of requesting them, because Upstash charges for each ZRANK. */
async function readRanked(waitlist: FullWaitlist, queue: Scores, admitted: Scores) {
  const all = [...queue, ...admitted];
  const codes = all.map(([code]) => code);
  const records = await readValues(waitlist, 'members', codes);
  return all.map(([code, score], i) => {
    const position = i < queue.length ? i + 1 : undefined;
    return toRankedRecord(code, records[i], score, position);
  });
}

/** Equal scores are in the order of the code's bytes. */
async function readScores(waitlist: FullWaitlist, index: 'queue' | 'admitted'): Promise<Scores> {
  const scores = [...(await readFields(waitlist, index))];
  return scores.sort(
    ([a, aScore], [b, bScore]) => Number(aScore) - Number(bScore) || (a < b ? -1 : 1),
  );
}
