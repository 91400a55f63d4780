import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { chunksOf } from './chunks.ts';
import { inspect, inspectKey, inspectPhone, newTally, type Problem, placesOf } from './inspect.ts';
import { look, type Seen } from './look.ts';
import { beginReading, PAGE } from './read-queue.ts';

export interface Survey {
  /** In the queue, and let in. */
  people: number;
  problems: Problem[];
}

/** Two would do on a quiet list; the third is for a problem that changed between the first two. */
const READINGS = 3;

/**
 * What is wrong with a list that may be in use. A reading takes a while, and whoever is removed in
 * the middle of it looks like a mistake: so only what is seen twice in a row is a problem.
 */
export async function survey(redis: Redis): Promise<Survey> {
  let before = new Set<string>();
  for (let reading = 1; ; reading += 1) {
    const { people, problems } = await readProblems(redis);
    const standing = problems.filter(({ says }) => before.has(says));
    if (standing.length === problems.length || reading === READINGS) {
      return { people, problems: standing };
    }
    before = new Set(problems.map(({ says }) => says));
  }
}

async function readProblems(redis: Redis): Promise<Survey> {
  const reading = await beginReading(redis);
  const tally = newTally();
  // To be looked at again when the whole list is known.
  const suspects = new Set<string>();
  let [records, owned] = [0, 0];
  for await (const page of reading.pages('Checking')) {
    const codes = page.map(({ code }) => code);
    for (const [i, seen] of (await look(redis, codes)).entries()) {
      if (inspect(seen).length) suspects.add(seen.code);
      const { position, score, member } = page[i] ?? {};
      const [place] = placesOf(member);
      // She may stand in both, and is counted once: where she should be, if she is there.
      const isInPlace = (place === 'queue') === (position !== undefined);
      if (!member || (!isInPlace && seen[place] !== null)) continue;
      tally.count(member, score ?? null);
      records += 1;
      if (seen.owner === seen.code) owned += 1;
    }
  }
  if (records < reading.members) {
    for await (const page of scanHash(redis, KEYS.members)) {
      const codes = page.map(([code]) => code);
      for (const { code, member, queue, admitted } of await look(redis, codes)) {
        // With a position she was counted, and a scan may give somebody twice.
        if (queue !== null || admitted !== null || suspects.has(code)) continue;
        if (member) tally.count(member, null);
        suspects.add(code);
      }
    }
  }
  for (const code of tally.credits.keys()) suspects.add(code);
  const problems = tally.problems(reading.joined, reading.waves);
  for (const codes of chunksOf([...suspects], PAGE)) {
    const seen = await look(redis, codes);
    problems.push(...seen.flatMap((each) => inspect(each, tally.credits.get(each.code))));
  }
  if (owned < reading.phones) problems.push(...(await lostPhones(redis)));
  problems.push(...(await wrongKeys(redis)));
  return { people: reading.positions + reading.admitted, problems };
}

async function lostPhones(redis: Redis): Promise<Problem[]> {
  const problems: Problem[] = [];
  for await (const page of scanHash(redis, KEYS.phones)) {
    const codes = page.map(([, code]) => code);
    const seen = await look(redis, codes);
    problems.push(...page.flatMap(([phone], i) => inspectPhone(phone, seen[i] as Seen)));
  }
  return problems;
}

async function wrongKeys(redis: Redis): Promise<Problem[]> {
  const problems: Problem[] = [];
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, { match: '{waitlist}:*', count: 1_000 });
    cursor = String(next);
    if (keys.length === 0) continue;
    const pipeline = redis.pipeline();
    for (const key of keys) pipeline.ttl(key);
    const seconds = await pipeline.exec<number[]>();
    problems.push(...keys.flatMap((key, i) => inspectKey(key, Number(seconds[i]))));
  } while (cursor !== '0');
  return problems;
}

/** Every field of a hash with its value; one may come twice. */
async function* scanHash(redis: Redis, key: string): AsyncGenerator<[string, string][]> {
  let cursor = '0';
  do {
    const [next, flat] = await redis.hscan(key, cursor, { count: PAGE });
    cursor = String(next);
    yield flat.flatMap((field, i) => (i % 2 ? [] : [[String(field), String(flat[i + 1])]]));
  } while (cursor !== '0');
}
