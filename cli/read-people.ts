import { parseSignup, SIGNUP_ERRORS } from '../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { CompactMap } from './compact-map.ts';
import type { Column } from './csv-header.ts';
import { readCsv } from './read-csv.ts';

/** Somebody as a file has her. */
export interface Person {
  phone: string;
  firstName: string;
  lastName: string;
  code?: string | undefined;
  inviter?: string | undefined;
  /** Milliseconds since 1970; none where the file does not say. */
  joinedAt?: number | undefined;
  consent?: string | undefined;
}

export interface People {
  /** Phone -> the rest of a Person, as JSON, in the order of the file. */
  rows: CompactMap;
  /** Lines with a phone that a line before them has. */
  repeated: number[];
  /** Why lines were refused -> which ones. */
  refused: Map<string, number[]>;
  /** Columns that mean nothing here. */
  ignored: string[];
}

const WRONG_TIME = 'The time of joining has to be past, and such as 2026-11-21T09:30:00Z';

/** Our clocks may differ from those that wrote the file. */
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a file of people by the rules of the form. A line that breaks one is refused by its number,
 * and nothing that it holds is told. Throws BadInput for a file that is no such list.
 */
export async function readPeople(path: string, signal: AbortSignal): Promise<People> {
  const people: People = { rows: new CompactMap(), repeated: [], refused: new Map(), ignored: [] };
  people.ignored = await readCsv(path, (cell, line) => {
    signal.throwIfAborted();
    const person = parsePerson(cell);
    if (typeof person === 'string') {
      const lines = people.refused.get(person);
      if (lines) lines.push(line);
      else people.refused.set(person, [line]);
      return;
    }
    const { phone, ...rest } = person;
    if (!people.rows.add(phone, JSON.stringify(rest))) people.repeated.push(line);
  });
  return people;
}

/** The person that was read as number `index`, from 0. */
export function personAt({ rows }: People, index: number): Person {
  const [phone, rest] = rows.at(index);
  return { phone, ...JSON.parse(rest) };
}

/** A person, or the sentence that says what is wrong with her. */
function parsePerson(cell: (column: Column) => string): Person | string {
  const [firstName, lastName] = [cell('firstName'), cell('lastName')];
  const parsed = parseSignup({
    firstName,
    lastName,
    phone: cell('phone'),
    consent: cell('consent'),
  });
  if (!parsed.ok) return SIGNUP_ERRORS[parsed.code];
  const joinedAt = cell('joinedAt') ? Date.parse(cell('joinedAt')) : undefined;
  if (joinedAt !== undefined && !(joinedAt > 0 && joinedAt < Date.now() + DAY_MS))
    return WRONG_TIME;
  return {
    phone: parsed.value.phone,
    firstName: parsed.value.firstName,
    lastName: parsed.value.lastName,
    code: parseReferralCode(cell('code')),
    inviter: parseReferralCode(cell('inviter')),
    joinedAt,
    consent: parsed.value.consent,
  };
}
