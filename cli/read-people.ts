import { type Member, OPTED_OUT, WAVE } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { CONSENT_VERSION, parseSignup, SIGNUP_ERRORS } from '../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { parseSource } from '../src/waitlist/shared/source.ts';
import { parseStatusToken } from '../src/waitlist/shared/way-back.ts';
import { DAY_MS } from './figures.ts';
import { csvLine, guardFormula, unguardFormula } from './formula-guard.ts';
import { type Cell, readCsv, WHY } from './read-csv.ts';

/** Somebody as a file has her: '' and null for what it does not say, times in milliseconds since 1970. */
export type Person = [
  code: string,
  phone: string,
  firstName: string,
  lastName: string,
  inviter: string,
  consent: string,
  joinedAt: number | null,
  consentAt: number | null,
  token: string,
  more: Pick<Member, 'source' | 'wave' | 'admittedAt' | 'optedOut'>,
];

export interface People {
  /**
   * Those who keep a code in the order of their join numbers, then the others as they come: each a
   * Person as JSON, since a million of them as arrays would be twice as much memory.
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
    const [code, phone] = person;
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
  const [joinedAt = null, consentAt = null, admittedAt] = times.map((time) => time || null);
  const consent = CONSENT_VERSION.test(cell('consent')) ? cell('consent') : '';
  const { value } = parsed;
  const [code = '', inviter = ''] = [cell('code'), cell('inviter')].map(parseReferralCode);
  const names = [value.firstName, value.lastName] as const;
  const token = parseStatusToken(cell('token')) ?? '';
  const wave = WAVE.test(cell('wave')) ? cell('wave') : undefined;
  const more = {
    source: parseSource(`${cell('source')}/${cell('campaign')}`),
    ...(wave && { wave, admittedAt: admittedAt ?? undefined }),
    ...(OPTED_OUT.test(cell('optedOut')) && { optedOut: cell('optedOut') }),
  };
  const consented = more.optedOut ? '' : consent;
  return [code, value.phone, ...names, inviter, consented, joinedAt, consentAt, token, more];
}
