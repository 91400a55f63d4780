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

interface ScoredCode {
  code: string;
  score: number;
  position?: number;
}

/** The members at positions `from` to `to`, counted from 1. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  return readMembers(waitlist, await redis.zrange<string[]>(keys.queue, from - 1, to - 1));
}

/**
 * Pages of the first `top` in the queue; without it, of the whole queue and then the admitted members.
 * All scores are read before the records, so nobody is skipped if members move meanwhile.
 */
export async function* readInOrder(waitlist: FullWaitlist, top?: number) {
  const queue = await readScores(waitlist, 'queue');
  const admitted = top ? [] : await readScores(waitlist, 'admitted');
  // A member who is admitted between the two readings is in both.
  const admittedCodes = new Set(admitted.map(({ code }) => code));
  const waiting = queue.filter(({ code }) => !admittedCodes.has(code)).slice(0, top);
  for (const [i, member] of waiting.entries()) member.position = i + 1;
  for (const page of pagesOf([...waiting, ...admitted])) yield await readRecords(waitlist, page);
}

/** The members whose records name the wave. Throws BadInput with the existing waves if there are none. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const found: RankedRecord[] = [];
  for (const page of pagesOf(await readScores(waitlist, 'admitted'))) {
    const ranked = await readRecords(waitlist, page);
    found.push(...ranked.filter(({ member }) => member?.wave === wave));
  }
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).sort().join(', ');
  throw new BadInput(sanitizeForTerminal(`No wave ${wave}; there are: ${waves || 'none'}.`));
}

/** In the order of the index: by score, and by the bytes of the code for equal scores. */
async function readScores(waitlist: FullWaitlist, index: 'queue' | 'admitted') {
  const fields = await readFields(waitlist, index);
  const scores = Array.from(
    fields,
    ([code, score]): ScoredCode => ({ code, score: Number(score) }),
  );
  return scores.sort((a, b) => a.score - b.score || (a.code < b.code ? -1 : 1));
}

async function readRecords(waitlist: FullWaitlist, page: ScoredCode[]): Promise<RankedRecord[]> {
  const codes = page.map(({ code }) => code);
  const records = await readValues(waitlist, 'members', codes);
  return page.map(({ code, score, position }, i) =>
    toRankedRecord(code, records[i], score, position),
  );
}
