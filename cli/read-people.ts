import { parseSignup, SIGNUP_ERRORS, type SignupRequest } from '../src/waitlist/shared/contract.ts';
import { parseSource } from '../src/waitlist/shared/source.ts';
import { BadInput } from './ending.ts';
import { printable } from './format.ts';
import { columnOf, readCsv } from './read-csv.ts';

export const PHONE_TITLES = ['phone', 'phonenumber', 'mobile', 'mobilephone', 'cell', 'cellphone'];

/** What a column may be called. */
const TITLES = {
  phone: PHONE_TITLES,
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  joinedAt: ['joinedat', 'joined', 'signedupat', 'createdat'],
  source: ['source', 'utmsource'],
  campaign: ['campaign', 'utmcampaign'],
};

/** A day, or a moment with its zone: 11/03/2026 is two days, and 09:30 a moment in each zone. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
const WRONG_TIME = 'Please write a past time as 2026-11-21 or 2026-11-21T09:30:00Z';
const REPEATED = 'A line before has the same phone number';

export type ImportedPerson = SignupRequest & { joinedAt?: number };

/**
 * Reads a CSV file of people by the rules of the form: who may join, in their order; the lines that
 * were refused, by their reason; and the titles of columns that mean nothing here.
 */
export async function readPeople(file: string) {
  const [first, ...rows] = await readCsv(file);
  const titles = first?.cells ?? [];
  const columns = Object.entries(TITLES).map(([name, names]) => [name, columnOf(titles, names)]);
  const at: Record<string, number> = Object.fromEntries(columns);
  if ([at.phone, at.firstName, at.lastName].includes(-1)) {
    throw new BadInput(
      `The first line of ${file} has to name its columns, with at least phone, first_name and last_name among them.`,
    );
  }
  const people: ImportedPerson[] = [];
  const phones = new Set<string>();
  const refused = new Map<string, number[]>();
  for (const { line, cells } of rows) {
    const person = parsePerson((name) => cells[at[name] ?? -1] ?? '');
    const isAgain = typeof person !== 'string' && phones.has(person.phone);
    if (typeof person === 'string' || isAgain) {
      const why = typeof person === 'string' ? person : REPEATED;
      const lines = refused.get(why) ?? [];
      lines.push(line);
      refused.set(why, lines);
      continue;
    }
    phones.add(person.phone);
    people.push(person);
  }
  const ignored = titles.filter((_, i) => !Object.values(at).includes(i)).map(printable);
  return { people, refused, ignored };
}

/** A person, or the sentence that says what is wrong. */
function parsePerson(cell: (name: keyof typeof TITLES) => string): ImportedPerson | string {
  const [firstName, lastName, phone] = [cell('firstName'), cell('lastName'), cell('phone')];
  const source = parseSource(`${cell('source')}/${cell('campaign')}`);
  const parsed = parseSignup({ firstName, lastName, phone });
  if (!parsed.ok) return SIGNUP_ERRORS[parsed.code];
  const person = { ...parsed.value, source };
  const time = cell('joinedAt');
  if (!time) return person;
  const joinedAt = ISO_TIME.test(time) ? Date.parse(time) : Number.NaN;
  return joinedAt > 0 && joinedAt <= Date.now() ? { ...person, joinedAt } : WRONG_TIME;
}
