import { BadInput } from './ending.ts';
import { shown } from './show.ts';

/** What a column may be called, in small letters and digits alone: "First Name" is firstname. */
const SPELLINGS = {
  phone: ['phone', 'phonenumber', 'mobile', 'mobilephone', 'cell', 'cellphone', 'telephone', 'tel'],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  code: ['code', 'referralcode'],
  inviter: ['inviter', 'invitedby', 'referredby', 'referrer'],
  joinedAt: ['joinedat', 'joined', 'signedupat', 'createdat'],
  consent: ['consent'],
} as const;

export type Column = keyof typeof SPELLINGS;

export interface Header {
  delimiter: string;
  /** Where each column stands, from 0; those that are not there are missing. */
  columns: Partial<Record<Column, number>>;
  /** Columns we have no use for, as they are called in the file. */
  ignored: string[];
}

/**
 * Reads a first line that names the columns, separated by commas, semicolons or tabs. Throws BadInput
 * where it lacks the phone or a name, or names one twice.
 */
export function readHeader(line: string): Header {
  const headers = [',', ';', '\t'].map((delimiter) => split(line, delimiter));
  const found = ({ columns }: Header) => Object.keys(columns).length;
  const header = headers.reduce((best, other) => (found(other) > found(best) ? other : best));
  const { phone, firstName, lastName } = header.columns;
  if (phone !== undefined && firstName !== undefined && lastName !== undefined) return header;
  throw new BadInput(
    'The first line of the file has to name its columns, with at least phone, first_name and last_name among them.',
  );
}

function split(line: string, delimiter: string): Header {
  const header: Header = { delimiter, columns: {}, ignored: [] };
  for (const [index, cell] of line.split(delimiter).entries()) {
    const title = cell.trim().replace(/^"(.*)"$/, '$1');
    const column = columnOf(title);
    if (column && header.columns[column] !== undefined) {
      throw new BadInput(`The first line of the file names the ${shown(title)} twice.`);
    }
    if (column) header.columns[column] = index;
    else header.ignored.push(shown(title));
  }
  return header;
}

function columnOf(title: string): Column | undefined {
  const plain = title.toLowerCase().replace(/[^a-z0-9]/g, '');
  const columns = Object.entries(SPELLINGS) as [Column, readonly string[]][];
  return columns.find(([, spellings]) => spellings.includes(plain))?.[0];
}
