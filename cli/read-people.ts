import { type Member, OPTED_OUT, WAVE } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { CONSENT_VERSION, parseSignup, SIGNUP_ERRORS } from '../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { parseSource } from '../src/waitlist/shared/source.ts';
import { parseStatusToken } from '../src/waitlist/shared/way-back.ts';
import { DAY_MS } from './figures.ts';
import { csvLine, guardFormula, unguardFormula } from './formula-guard.ts';
import { type Cell, readCsv, WHY } from './read-csv.ts';

/** Somebody as a file has her, without whatever it does not say. */
export type Person = Omit<Member, 'code' | 'key' | 'joinedAt'> & {
  /** None for who gets a new one. */
  code?: string | undefined;
  joinedAt?: number | undefined;
};

export interface People {
  /**
   * Those who keep a code in the order of their join numbers, then the others as they come: each a
   * Person as JSON, since a million of them as objects would be twice as much memory.
   */
  rows: string[];
  /** The greatest join number of a code in the file; 0 without any. */
  greatest: number;
  /** Lines with a phone that a line before them has. */
  repeated: number[];
  /** Why lines were refused -> which ones. */
  refused: Map<string, number[]>;
  /** The lines that were refused, as CSV with the reason before each, to be mended and imported. */
  refusedLines: string[];
  /** Columns that mean nothing here. */
  ignored: string[];
}

const WRONG_TIME = 'A time has to be past, and such as 2026-11-21T09:30:00Z';

/**
 * Reads a CSV file of people by the rules of the form. A line that breaks one is refused by its
 * number, and nothing that it holds is told. Throws BadInput for a file that is no such list.
 */
export async function readPeople(file: string): Promise<People> {
  const [kept, others]: [string[], string[]] = [[], []];
  const phones = new Set<number>();
  const repeated: number[] = [];
  const refused = new Map<string, number[]>();
  const refusedLines: string[] = [];
  let greatest = 0;
  const { titles, ignored } = await readCsv(file, (cell, line, row) => {
    const person = parsePerson(cell);
    if (typeof person === 'string') {
      refusedLines.push(guardedLine([person, ...row]));
      const lines = refused.get(person) ?? [];
      refused.set(person, lines);
      return void lines.push(line);
    }
    const { code, phone } = person;
    if (phones.has(Number(phone))) return void repeated.push(line);
    phones.add(Number(phone));
    if (code) greatest = Math.max(greatest, joinNumber(code));
    (code ? kept : others).push(JSON.stringify(person));
  });
  // Codes, with which the texts begin, descend with the join number.
  const rows = kept.sort().reverse().concat(others);
  if (refusedLines.length) refusedLines.unshift(guardedLine([WHY, ...titles]));
  return { rows, greatest, repeated, refused, refusedLines, ignored };
}

const guardedLine = (cells: string[]) =>
  csvLine(cells.map((text) => guardFormula(unguardFormula(text))));

/** A person, or the sentence that says what is wrong with her. */
function parsePerson(cell: Cell): Person | string {
  const [firstName, lastName, phone] = [cell('firstName'), cell('lastName'), cell('phone')];
  const parsed = parseSignup({ firstName, lastName, phone });
  if (!parsed.ok) return SIGNUP_ERRORS[parsed.code];
  const times = [cell('joinedAt'), cell('consentAt'), cell('admittedAt')].map(
    (text) => text && Date.parse(text),
  );
  // Our clocks may differ from those that wrote the file.
  const isPast = (time: number) => time > 0 && time < Date.now() + DAY_MS;
  if (times.some((time) => time !== '' && !isPast(time))) return WRONG_TIME;
  const [joinedAt, consentAt, admittedAt] = times.map((time) => time || undefined);
  const optedOut = OPTED_OUT.test(cell('optedOut')) ? cell('optedOut') : undefined;
  const isAgreed = !optedOut && CONSENT_VERSION.test(cell('consent'));
  const wave = WAVE.test(cell('wave')) ? cell('wave') : undefined;
  return {
    code: parseReferralCode(cell('code')),
    phone: parsed.value.phone,
    firstName: parsed.value.firstName,
    lastName: parsed.value.lastName,
    inviter: parseReferralCode(cell('inviter')),
    joinedAt,
    token: parseStatusToken(cell('token')),
    consent: isAgreed ? cell('consent') : undefined,
    consentAt,
    source: parseSource(`${cell('source')}/${cell('campaign')}`),
    ...(wave && { wave, admittedAt }),
    optedOut,
  };
}
