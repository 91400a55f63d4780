import {
  type Field,
  parseSignup,
  SIGNUP_ERRORS,
  type SignupRequest,
} from '../src/waitlist/shared/contract.ts';
import { parseSource } from '../src/waitlist/shared/source.ts';
import { columnOf, readCsv } from './csv.ts';
import { BadInput } from './ending.ts';
import { printable } from './format.ts';

/** What each column may be called. */
export const TITLES = {
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'cell', 'cellphone'],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  joinedAt: ['joinedat', 'joined', 'signedupat', 'createdat'],
  source: ['source', 'utmsource'],
  campaign: ['campaign', 'utmcampaign'],
} satisfies Record<Field, string[]> & Record<string, string[]>;

/** A day, or a moment with its zone: 11/03/2026 is two days, and 09:30 a moment in each zone. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
const WRONG_TIME = 'Please write a past time as 2026-11-21 or 2026-11-21T09:30:00Z';
const REPEATED = 'A line before has the same phone number';

export type ImportedPerson = SignupRequest & { joinedAt?: number };

/** The people of a CSV file who may join, the lines that were refused by reason, and the columns that mean nothing here. */
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
  const people = new Map<string, ImportedPerson>();
  const refused: { line: number; why: string }[] = [];
  for (const { line, cells } of rows) {
    const cellsByName = Object.entries(at).map(([name, i]) => [name, cells[i] ?? '']);
    const person = parsePerson(Object.fromEntries(cellsByName));
    const why = typeof person === 'string' ? person : people.has(person.phone) && REPEATED;
    if (why) refused.push({ line, why });
    else if (typeof person !== 'string') people.set(person.phone, person);
  }
  const ignored = titles.filter((_, i) => !Object.values(at).includes(i)).map(printable);
  return { people: [...people.values()], refused, ignored };
}

/** A person, or the sentence that says what is wrong. */
function parsePerson(cells: Record<keyof typeof TITLES, string>): ImportedPerson | string {
  const { joinedAt: time, source, campaign, ...fields } = cells;
  const parsed = parseSignup(fields);
  if (!parsed.ok) return SIGNUP_ERRORS[parsed.code];
  const person = { ...parsed.value, source: parseSource(`${source}/${campaign}`) };
  if (!time) return person;
  const joinedAt = ISO_TIME.test(time) ? Date.parse(time) : Number.NaN;
  return joinedAt > 0 && joinedAt <= Date.now() ? { ...person, joinedAt } : WRONG_TIME;
}
