import { type Member, OPTED_OUT, WAVE } from '../netlify/queue/record.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import { CONSENT_VERSION, parseSignup, SIGNUP_ERRORS } from '../src/waitlist/shared/contract.ts';
import { parseReferralCode } from '../src/waitlist/shared/referral.ts';
import { parseSource } from '../src/waitlist/shared/source.ts';
import { parseStatusToken } from '../src/waitlist/shared/status-link.ts';
import { DAY_MS } from './figures.ts';
import { type Cell, readCsv } from './read-csv.ts';

/** Somebody as a file has her, without whatever it does not say. */
export type Newcomer = Omit<Member, 'code' | 'key' | 'joinedAt'> & {
  /** None for who gets a new one. */
  code?: string | undefined;
  joinedAt?: number | undefined;
};

const WRONG_TIME = 'A time has to be past, and such as 2026-11-21T09:30:00Z';

/**
 * Reads a CSV file of people by the rules of the form. Resolves with `rows`, first those who keep a
 * code, in the order of their join numbers, then the others as they come, each a Newcomer as JSON, since
 * a million of them as objects would be twice as much memory; the `greatest` join number of a code, 0
 * without any; the lines that were `refused`, by their number, with the reason, and those `repeated`,
 * whose phone a line before has; and all `titles` of columns, and which were `ignored`. Throws
 * BadInput for a file that is no such list.
 */
export async function readPeople(file: string) {
  const [kept, others]: [string[], string[]] = [[], []];
  const phones = new Set<number>();
  const repeated: number[] = [];
  const refused: { line: number; why: string; row: string[] }[] = [];
  let greatest = 0;
  const { titles, ignored } = await readCsv(file, (cell, line, row) => {
    const person = parsePerson(cell);
    if (typeof person === 'string') return void refused.push({ line, why: person, row });
    const { code, phone } = person;
    if (phones.has(Number(phone))) return void repeated.push(line);
    phones.add(Number(phone));
    if (code) greatest = Math.max(greatest, joinNumber(code));
    (code ? kept : others).push(JSON.stringify(person));
  });
  // Codes, with which the texts begin, descend with the join number.
  const rows = kept.sort().reverse().concat(others);
  return { rows, greatest, repeated, refused, titles, ignored };
}

/** A person, or the sentence that says what is wrong with her. */
function parsePerson(cell: Cell): Newcomer | string {
  const [firstName, lastName, phone] = [cell('firstName'), cell('lastName'), cell('phone')];
  const parsed = parseSignup({ firstName, lastName, phone });
  if (!parsed.ok) return SIGNUP_ERRORS[parsed.code];
  const times = [cell('joinedAt'), cell('consentAt'), cell('admittedAt')];
  const [joinedAt, consentAt, admittedAt] = times.map((text) =>
    text ? Date.parse(text) : undefined,
  );
  // Our clocks may differ from those that wrote the file.
  const isPast = (time = 1) => time > 0 && time < Date.now() + DAY_MS;
  if (![joinedAt, consentAt, admittedAt].every(isPast)) return WRONG_TIME;
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
