import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { parseRecord } from '../netlify/queue/record.ts';
import { BadInput } from './ending.ts';
import { PAGE, readPositions } from './read-queue.ts';
import { shown } from './show.ts';

/** How many are in a wave. Throws BadInput, naming the waves there are, where nobody is. */
export async function countOf(redis: Pick<Redis, 'hget' | 'hkeys'>, wave: string): Promise<number> {
  const count = Number((await redis.hget<string>(KEYS.waves, wave)) ?? 0);
  if (count > 0) return count;
  const waves = (await redis.hkeys(KEYS.waves)).map(shown).sort();
  const known = waves.length ? `There are: ${waves.join(', ')}.` : 'There is none yet.';
  throw new BadInput(`There is no wave ${shown(wave)}. ${known}`);
}

/** The codes of those who are in a wave. */
export async function codesIn(redis: Redis, wave: string): Promise<string[]> {
  const codes: string[] = [];
  for (let from = 1; ; from += PAGE) {
    const page = await readPositions(redis, from, PAGE, { key: KEYS.admitted });
    for (const { code, record = '' } of page) {
      if (parseRecord(code, record)?.wave === wave) codes.push(code);
    }
    if (page.length < PAGE) return codes;
  }
}
