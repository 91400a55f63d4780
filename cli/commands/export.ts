import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { confirm } from '../confirm.ts';
import { BadInput } from '../failure.ts';
import { figure, peopleFigure } from '../figure.ts';
import { guardFormula } from '../formula-guard.ts';
import { progress } from '../progress.ts';
import { inQueueOrder, type Placed } from '../queue-order.ts';
import { readCompactScores, readRecords } from '../read-list.ts';
import type { Session } from '../run.ts';
import { writePrivate } from '../write-private.ts';

/** Lines made at a time: some 100 KB. */
const BATCH = 1_000;

type Row = ReturnType<typeof toRow>;
type Format = { head: string; lines: (rows: Row[]) => string };

const COLUMNS = [
  'place',
  'code',
  'first_name',
  'last_name',
  'phone',
  'friends',
  'inviter',
  'joined_at',
  'consent',
] as const;

const FORMATS: Record<string, Format> = {
  '.csv': {
    // With a byte order mark, without which Excel takes UTF-8 for something else.
    head: `\uFEFF${COLUMNS.join(',')}\n`,
    lines: (rows) => stringify(rows.map(toCells), { quoted_match: /[\r\n]/ }),
  },
  '.jsonl': {
    head: '',
    lines: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
};

/** The path of a file that exportList can write; throws BadInput for any other. */
export function exportPath(path: string): string {
  if (formatOf(path)) return path;
  throw new BadInput('The name of the file has to end with .csv or .jsonl.');
}

const formatOf = (path: string): Format | undefined => FORMATS[extname(path).toLowerCase()];

/**
 * Writes everybody into a file, in queue order; over one that is there already only after asking.
 * The file is there whole or not at all.
 */
export async function exportList(
  { redis, signal }: Session,
  path: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { head, lines } = formatOf(exportPath(path)) as Format;
  if (existsSync(path)) await confirm(`${path} exists. Replace it?`, yes);
  const records = await readRecords(redis, { signal });
  const scores = await readCompactScores(redis, { signal });
  const bar = progress('Writing', records.size);
  let written = 0;
  function* pieces() {
    yield head;
    for (const batch of inBatches(inQueueOrder(records, scores), BATCH)) {
      yield lines(batch.map(toRow));
      written += batch.length;
      bar.update(written);
    }
  }
  try {
    await writePrivate(path, pieces(), signal);
  } finally {
    bar.end();
  }
  console.log(`${peopleFigure(written)} in ${path}, with their phone numbers.`);
  const left = records.size - written;
  if (left > 0) {
    console.error(`${figure(left)} records are not in it: npm run waitlist -- verify`);
  }
}

function toRow({ member, place, friends }: Placed) {
  return {
    place,
    code: member.code,
    first_name: member.firstName,
    last_name: member.lastName,
    phone: member.phone,
    friends,
    inviter: member.inviter ?? null,
    joined_at: new Date(member.joinedAt).toISOString(),
    consent: member.consent ?? null,
  } satisfies Record<(typeof COLUMNS)[number], unknown>;
}

function toCells(row: Row): (string | number)[] {
  return COLUMNS.map((name) => {
    const value = row[name] ?? '';
    return typeof value === 'string' ? guardFormula(value) : value;
  });
}

function* inBatches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
