import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import type { beginReading } from './read-queue.ts';

/** In `inviters`: she came alone, or through somebody who is not on the list any more. */
export const ALONE = -1;
export const GONE = -2;

/**
 * Everybody on the list in the order in which they joined: a column of each thing that is counted, as
 * a million members as objects would take ten times the memory.
 */
export interface Census {
  /** Milliseconds since 1970. */
  joinedAt: Float64Array;
  phones: Float64Array;
  /** Which of these people invited her, always one before her; or ALONE or GONE. */
  inviters: Float64Array;
  /** How many of these people came through her. */
  friends: Float64Array;
  /** Where in `sourceNames` her source is; 0 for none. */
  sources: Float64Array;
  sourceNames: string[];
  /** By wave, how many were let in, and when the first of them was. */
  waves: Map<string, { people: number; since: number }>;
}

const COLUMNS = 5;

/** Makes a census of whom `add` was given, each once, in any order. */
export function newCensus() {
  const cells: number[] = [];
  const sourceIds = new Map([['', 0]]);
  const waves: Census['waves'] = new Map();
  return {
    add({ code, joinedAt, phone, inviter, source = '', wave, admittedAt = 0 }: Member): void {
      if (!sourceIds.has(source)) sourceIds.set(source, sourceIds.size);
      const through = inviter ? joinNumber(inviter) : 0;
      cells.push(joinNumber(code), joinedAt, Number(phone), through, sourceIds.get(source) ?? 0);
      if (!wave) return;
      const { people, since } = waves.get(wave) ?? { people: 0, since: admittedAt };
      waves.set(wave, { people: people + 1, since: Math.min(since, admittedAt) });
    },
    end(): Census {
      const starts = Float64Array.from({ length: cells.length / COLUMNS }, (_, i) => i * COLUMNS);
      starts.sort((a, b) => (cells[a] ?? 0) - (cells[b] ?? 0));
      const column = (at: number) => starts.map((start) => cells[start + at] ?? 0);
      const indexes = new Map(Array.from(column(0), (number, i) => [number, i]));
      const friends = new Float64Array(starts.length);
      const inviters = column(3).map((number, i) => {
        const inviter = indexes.get(number) ?? i;
        // An inviter who came no earlier is wrong, as verify says.
        if (inviter >= i) return number ? GONE : ALONE;
        friends[inviter] = (friends[inviter] ?? 0) + 1;
        return inviter;
      });
      const [joinedAt, phones, sources] = [column(1), column(2), column(4)];
      const sourceNames = [...sourceIds.keys()];
      return { joinedAt, phones, inviters, friends, sources, sourceNames, waves };
    },
  };
}

/** The census of a reading; who has no record that can be read is not in it. */
export async function readCensus({ pages }: Awaited<ReturnType<typeof beginReading>>) {
  const census = newCensus();
  for await (const page of pages('Reading')) {
    for (const { code, record = '' } of page) {
      const member = parseRecord(code, record);
      if (member) census.add(member);
    }
  }
  return census.end();
}

/** The phone of one of `phones`, with the zeros that a number drops. */
export const phoneOf = (phones: Float64Array, person: number) =>
  String(phones[person]).padStart(10, '0');

/** The codes of some of the people of a census, as of now; none of who has left since. */
export async function codesOf(redis: Pick<Redis, 'hmget'>, { phones }: Census, people: number[]) {
  if (!people.length) return [];
  const fields = people.map((person) => phoneOf(phones, person));
  // A flat list, since our client takes no reply apart.
  const codes = (await redis.hmget(KEYS.phones, ...fields)) as unknown as (string | null)[];
  return codes.map((code) => code ?? undefined);
}
