import { BadInput } from './exit-codes.ts';
import { sanitizeForTerminal } from './format.ts';
import {
  type FullWaitlist,
  PAGE_SIZE,
  pagesOf,
  pairsOf,
  type RankedRecord,
  rankedRecordOf,
  readFields,
  readValues,
  type SortedSet,
} from './members.ts';

interface ScoredCode {
  code: string;
  score: number;
  /** Only of a member who waits. */
  position?: number;
}

/** The members at positions `from` to `to`; one who moves while pages are read may be missing. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  const ranked: RankedRecord[] = [];
  for (let first = from; first <= to; first += PAGE_SIZE) {
    const last = Math.min(first + PAGE_SIZE - 1, to);
    // Ranks begin at 0.
    const flat = await redis.zrange(keys.queue, first - 1, last - 1, { withScores: true });
    const page = pairsOf(flat).map(([code, score], i) => {
      return { code, score: Number(score), position: first + i };
    });
    ranked.push(...(await readPage(waitlist, page)));
  }
  return ranked;
}

/**
 * The first `top` in the queue; without it all of the queue, then the admitted members. Their scores are
 * read before the records, so nobody is skipped when members move meanwhile.
 */
export async function* readInOrder(waitlist: FullWaitlist, top?: number) {
  const queue = await readScores(waitlist, 'queue');
  const admitted = top ? [] : await readScores(waitlist, 'admitted');
  // A member who is admitted between the two readings is in both.
  const admittedCodes = new Set(admitted.map(({ code }) => code));
  const waiting = queue.filter(({ code }) => !admittedCodes.has(code)).slice(0, top);
  for (const [i, member] of waiting.entries()) member.position = i + 1;
  for (const page of pagesOf(waiting)) yield await readPage(waitlist, page);
  for (const page of pagesOf(admitted)) yield await readPage(waitlist, page);
}

/** The members whose records name the wave. Throws BadInput with the waves there are if nobody's does. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const found: RankedRecord[] = [];
  for (const page of pagesOf(await readScores(waitlist, 'admitted'))) {
    const ranked = await readPage(waitlist, page);
    found.push(...ranked.filter(({ member }) => member?.wave === wave));
  }
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).map(sanitizeForTerminal).sort();
  const others = waves.join(', ') || 'none';
  throw new BadInput(`No wave is ${sanitizeForTerminal(wave)}; there are: ${others}.`);
}

/** In the order of the index: by score, and by the bytes of the code for equal scores. */
async function readScores(waitlist: FullWaitlist, index: SortedSet): Promise<ScoredCode[]> {
  const fields = await readFields(waitlist, index);
  const scores = Array.from(fields, ([code, score]) => ({ code, score: Number(score) }));
  return scores.sort((a, b) => a.score - b.score || (a.code < b.code ? -1 : 1));
}

async function readPage(waitlist: FullWaitlist, page: ScoredCode[]): Promise<RankedRecord[]> {
  const codes = page.map(({ code }) => code);
  const records = await readValues(waitlist, 'members', codes);
  return page.map(({ code, score, position }, i) =>
    rankedRecordOf(code, records[i], score, position),
  );
}
