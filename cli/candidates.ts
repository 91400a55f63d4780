import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { hasAgreed, parseRecord } from '../netlify/queue/record.ts';
import { BadInput } from './ending.ts';
import { readText } from './files.ts';
import { codeIn } from './find-member.ts';
import { PAGE, readPositions } from './read-queue.ts';
import { figureOf } from './show.ts';

/** Who may be let in, as it is shown before anybody is. */
export interface Candidates {
  people: number;
  /** Positions, 1 for the first in line. */
  first: number;
  last: number;
  /** How many of them agreed to texts. */
  agreed: number;
}

/** The first `people` in line. */
export async function candidatesInFront(redis: Redis, people: number): Promise<Candidates> {
  let agreed = 0;
  for (let from = 1; from <= people; from += PAGE) {
    const page = await readPositions(redis, from, Math.min(PAGE, people - from + 1));
    for (const { code, record = '' } of page) {
      const member = parseRecord(code, record);
      if (member && hasAgreed(member)) agreed += 1;
    }
  }
  return { people, first: 1, last: people, agreed };
}

/**
 * Those of some codes who are in line; whoever was let in before is none of them. Throws BadInput where
 * a code is nobody's, or a record cannot be read.
 */
export async function candidatesAmong(
  redis: Redis,
  codes: string[],
): Promise<Candidates & { codes: string[] }> {
  const ranks = new Map<string, number>();
  let agreed = 0;
  for (let start = 0; start < codes.length; start += PAGE) {
    const some = codes.slice(start, start + PAGE);
    const pipeline = redis.pipeline();
    for (const code of some) pipeline.zrank(KEYS.queue, code);
    const found = await pipeline.exec<(number | null)[]>();
    const records = (await redis.hmget(KEYS.members, ...some)) as unknown as (string | null)[];
    for (const [i, code] of some.entries()) {
      const member = parseRecord(code, records[i] ?? '');
      if (!member)
        throw new BadInput(`Nobody on the list has the code ${code}. Nobody was let in.`);
      const rank = found[i];
      if (rank == null) continue;
      ranks.set(code, rank);
      if (hasAgreed(member)) agreed += 1;
    }
  }
  const positions = [...ranks.values()].map((rank) => rank + 1).sort((a, b) => a - b);
  const [first = 0, last = first] = [positions[0], positions.at(-1)];
  return { codes: [...ranks.keys()], people: ranks.size, first, last, agreed };
}

/** The codes of a text file, one a line, alone or in a link. Throws BadInput for a line that has none. */
export async function codesOf(file: string): Promise<string[]> {
  let text = '';
  for await (const piece of readText(file)) text += piece;
  const codes = new Set<string>();
  const wrong: number[] = [];
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (!line.trim()) continue;
    const code = codeIn(line);
    if (code) codes.add(code);
    else wrong.push(i + 1);
  }
  if (wrong.length) {
    const more = wrong.length > 1 ? `, nor do ${figureOf(wrong.length - 1, 'other')}` : '';
    throw new BadInput(
      `Line ${wrong[0]} of ${file} holds no referral code${more}. Nobody was let in.`,
    );
  }
  if (codes.size === 0) throw new BadInput(`${file} holds no referral code.`);
  return [...codes];
}
