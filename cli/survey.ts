import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { parseRecord } from '../netlify/queue/record.ts';
import { inspect, inspectKey, inspectPhone, newTally, type Problem, type Seen } from './inspect.ts';
import { beginReading, PAGE, type Position } from './read-queue.ts';

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
  const misplaced: string[] = [];
  let [records, owned] = [0, 0];
  for await (const page of reading.pages('Checking')) {
    for (const seen of await withOwners(redis, page.map(placed))) {
      // Where she should not be; she may stand in both, and is counted once.
      if (seen.misplaced !== null) {
        misplaced.push(seen.code);
        suspects.add(seen.code);
        continue;
      }
      tally.count(seen);
      if (seen.record !== null) records += 1;
      if (seen.owner === seen.code) owned += 1;
      if (inspect(seen).length) suspects.add(seen.code);
    }
  }
  for await (const seen of lookUp(redis, misplaced)) if (seen.score === null) tally.count(seen);
  if (records < reading.members) {
    for await (const page of scanHash(redis, KEYS.members)) {
      const codes = page.map(([code]) => code);
      for await (const seen of lookUp(redis, codes)) {
        // With a position she was counted, and a scan may give somebody twice.
        if (seen.score !== null || seen.misplaced !== null || suspects.has(seen.code)) continue;
        tally.count(seen);
        suspects.add(seen.code);
      }
    }
  }
  for (const code of tally.credits.keys()) suspects.add(code);
  const problems = tally.problems(reading.joined, reading.waves);
  for await (const seen of lookUp(redis, [...suspects])) {
    problems.push(...inspect(seen, tally.credits.get(seen.code)));
  }
  if (owned < reading.phones) problems.push(...(await lostPhones(redis)));
  problems.push(...(await wrongKeys(redis)));
  return { people: reading.positions + reading.admitted, problems };
}

/** Some codes as they are now. */
async function* lookUp(redis: Redis, codes: string[]): AsyncGenerator<Seen> {
  for (let start = 0; start < codes.length; start += PAGE) {
    const some = codes.slice(start, start + PAGE);
    const records = await valuesOf(redis, KEYS.members, some);
    const [queued, admitted] = await scoresOf(redis, some);
    const stored = some.map((code, i) => {
      const scores = { queued: queued[i] ?? null, admitted: admitted[i] ?? null };
      return { code, record: records.get(code), ...scores };
    });
    yield* await withOwners(redis, stored);
  }
}

type Stored = {
  code: string;
  record?: string | undefined;
  queued: string | null;
  admitted: string | null;
};

/** What a page of a reading tells of a code: her score in one of two. */
const placed = ({ code, record, score, position }: Position): Stored => {
  const isQueued = position !== undefined;
  return { code, record, queued: isQueued ? score : null, admitted: isQueued ? null : score };
};

/** What is stored under some codes, with whom the phones in their records lead to. */
async function withOwners(redis: Redis, stored: Stored[]): Promise<Seen[]> {
  const members = stored.map(({ code, record = '' }) => parseRecord(code, record));
  const phones = members.flatMap((member) => member?.phone ?? []);
  const owners = await valuesOf(redis, KEYS.phones, phones);
  const seen = stored.map(({ code, record = null, queued, admitted }, i) => {
    const member = members[i];
    const [score, misplaced] = member?.wave ? [admitted, queued] : [queued, admitted];
    const owner = owners.get(member?.phone ?? '') ?? null;
    return { code, record, score, misplaced, member, owner };
  });
  const others = seen.flatMap(({ code, owner }) => (owner && owner !== code ? owner : []));
  const records = await valuesOf(redis, KEYS.members, others);
  return seen.map((each) => {
    const { code, owner, member } = each;
    const other = owner && owner !== code && parseRecord(owner, records.get(owner) ?? '');
    return { ...each, isShared: Boolean(other && other.phone === member?.phone) };
  });
}

async function lostPhones(redis: Redis): Promise<Problem[]> {
  const problems: Problem[] = [];
  for await (const page of scanHash(redis, KEYS.phones)) {
    const codes = page.map(([, code]) => code);
    const records = await valuesOf(redis, KEYS.members, codes);
    for (const [phone, code] of page) {
      problems.push(...inspectPhone(phone, code, records.get(code) ?? null));
    }
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

/** What the client hands over, which takes no reply apart: texts, and null for nothing. */
type Texts = (string | null)[];

async function valuesOf(redis: Redis, key: string, fields: string[]): Promise<Map<string, string>> {
  if (fields.length === 0) return new Map();
  const values = (await redis.hmget(key, ...fields)) as unknown as Texts;
  return new Map(fields.flatMap((field, i) => (values[i] == null ? [] : [[field, values[i]]])));
}

/** Of some codes in the queue, and among who was let in. */
async function scoresOf(redis: Redis, codes: string[]): Promise<[Texts, Texts]> {
  if (codes.length === 0) return [[], []];
  const both = redis.multi().zmscore(KEYS.queue, codes).zmscore(KEYS.admitted, codes);
  return (await both.exec()) as unknown as [Texts, Texts];
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
