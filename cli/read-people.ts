import { joinNumber } from '../netlify/queue/referral-code.ts';
import { parseSignup, SIGNUP_ERRORS } from '../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { type Cell, readCsv } from './read-csv.ts';

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
  /** Those who keep a code in the order of their join numbers, then the others as they come. */
  rows: Row[];
  /** The greatest join number of a code in the file; 0 without any. */
  greatest: number;
  /** Lines with a phone that a line before them has. */
  repeated: number[];
  /** Why lines were refused -> which ones. */
  refused: Map<string, number[]>;
  /** Columns that mean nothing here. */
  ignored: string[];
}

/** A Person as JSON: of a million, objects would be twice as much memory. */
interface Row {
  number: number;
  json: string;
}

const WRONG_TIME = 'The time of joining has to be past, and such as 2026-11-21T09:30:00Z';

/** Our clocks may differ from those that wrote the file. */
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a CSV file of people by the rules of the form. A line that breaks one is refused by its
 * number, and nothing that it holds is told. Throws BadInput for a file that is no such list.
 */
export async function readPeople(file: string): Promise<People> {
  const people: People = { rows: [], greatest: 0, repeated: [], refused: new Map(), ignored: [] };
  const phones = new Set<number>();
  people.ignored = await readCsv(file, (cell, line) => {
    const person = parsePerson(cell);
    if (typeof person === 'string') {
      const lines = people.refused.get(person) ?? [];
      lines.push(line);
      people.refused.set(person, lines);
    } else if (phones.has(Number(person.phone))) {
      people.repeated.push(line);
    } else {
      phones.add(Number(person.phone));
      const number = person.code ? joinNumber(person.code) : Number.POSITIVE_INFINITY;
      if (person.code) people.greatest = Math.max(people.greatest, number);
      people.rows.push({ number, json: JSON.stringify(person) });
    }
  });
  // Of two infinite ones the difference is NaN, which leaves them as they come.
  people.rows.sort((a, b) => a.number - b.number || 0);
  return people;
}

/** A person, or the sentence that says what is wrong with her. */
function parsePerson(cell: Cell): Person | string {
  const [firstName, lastName, phone] = [cell('firstName'), cell('lastName'), cell('phone')];
  const parsed = parseSignup({ firstName, lastName, phone, consent: cell('consent') });
  if (!parsed.ok) return SIGNUP_ERRORS[parsed.code];
  const joinedAt = cell('joinedAt') ? Date.parse(cell('joinedAt')) : undefined;
  if (joinedAt !== undefined && !(joinedAt > 0 && joinedAt < Date.now() + DAY_MS)) {
    return WRONG_TIME;
  }
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
