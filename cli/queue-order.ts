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

type ScoredCode = [code: string, score: number];

/** The members at positions `from` to `to`; one who moves while pages are read may be missing. */
export async function readPositions(waitlist: FullWaitlist, from: number, to: number) {
  const { redis, keys } = waitlist;
  const ranked: RankedRecord[] = [];
  for (let first = from; first <= to; first += PAGE_SIZE) {
    const last = Math.min(first + PAGE_SIZE - 1, to);
    // Ranks begin at 0.
    const flat = await redis.zrange(keys.queue, first - 1, last - 1, { withScores: true });
    const page = pairsOf(flat).map(([code, score]): ScoredCode => [code, Number(score)]);
    ranked.push(...(await readPage(waitlist, page, first)));
  }
  return ranked;
}

/**
 * The first `top` in the queue; without it all of the queue, then the admitted members. Their scores are
 * read before the records, so nobody is skipped when members move meanwhile.
 */
export async function* readInOrder(waitlist: FullWaitlist, top?: number) {
  const waiting = await readScores(waitlist, 'queue');
  if (top) return yield* readPages(waitlist, waiting.slice(0, top), 1);
  const admitted = await readScores(waitlist, 'admitted');
  // A member who is admitted between the two readings is in both.
  const codes = new Set(admitted.map(([code]) => code));
  const stillWaiting = waiting.filter(([code]) => !codes.has(code));
  yield* readPages(waitlist, stillWaiting, 1);
  yield* readPages(waitlist, admitted);
}

/** The members whose records name the wave. Throws BadInput with the waves there are if nobody's does. */
export async function readWave(waitlist: FullWaitlist, wave: string): Promise<RankedRecord[]> {
  const found: RankedRecord[] = [];
  for await (const page of readPages(waitlist, await readScores(waitlist, 'admitted'))) {
    found.push(...page.filter(({ member }) => member?.wave === wave));
  }
  if (found.length) return found;
  const waves = (await waitlist.redis.hkeys(waitlist.keys.waves)).map(sanitizeForTerminal).sort();
  const others = waves.join(', ') || 'none';
  throw new BadInput(`No wave is ${sanitizeForTerminal(wave)}; there are: ${others}.`);
}

/** In the order of the index: by score, and by the bytes of the code for equal scores. */
async function readScores(waitlist: FullWaitlist, index: SortedSet): Promise<ScoredCode[]> {
  const fields = await readFields(waitlist, index);
  const scores = Array.from(fields, ([code, score]): ScoredCode => [code, Number(score)]);
  return scores.sort(([codeA, a], [codeB, b]) => a - b || (codeA < codeB ? -1 : 1));
}

async function* readPages(waitlist: FullWaitlist, scores: ScoredCode[], firstPosition?: number) {
  let position = firstPosition;
  for (const page of pagesOf(scores)) {
    yield await readPage(waitlist, page, position);
    if (position) position += page.length;
  }
}

async function readPage(waitlist: FullWaitlist, page: ScoredCode[], firstPosition?: number) {
  const codes = page.map(([code]) => code);
  const records = await readValues(waitlist, 'members', codes);
  return page.map(([code, score], i) => {
    const position = firstPosition && firstPosition + i;
    return rankedRecordOf(code, records[i], score, position);
  });
}
