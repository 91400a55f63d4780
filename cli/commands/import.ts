import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { parseSignup, type SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { columnOf, EXPONENT, readCsv, TITLES } from '../csv.ts';
import { BadInput } from '../errors.ts';
import { formatLines, formatMembers, pluralize, sanitizeForTerminal } from '../format.ts';
import { pagesOf } from '../members.ts';
import { confirm, type Session } from '../session.ts';

/** Signups in one request: under 500 KB with the longest names. */
const BATCH_SIZE = 250;

/** Other forms are ambiguous: 11/03/2026 could be either of two days. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
const WRONG_TIME = 'Please write a past time as 2026-11-21 or 2026-11-21T09:30:00Z';

type ImportedSignup = SignupRequest & { joinedAt: number };

/** Puts the rows of a CSV at the back of the queue. Known phones are skipped, so a rerun finishes the job. */
export async function importFile(session: Session, file: string): Promise<void> {
  const { signups, refused, ignored } = await readSignups(file);
  if (ignored.length) console.log(`Columns left out: ${ignored.join(', ')}`);
  for (const [why, lines] of Map.groupBy(refused, ({ why }) => why)) {
    console.log(`${formatLines(lines.map(({ line }) => line))}: ${why}.`);
  }
  if (refused.length) process.exitCode = 1;
  if (!signups.length) return console.log('No members to import.');
  const waiting = formatMembers(await session.redis.zcard(session.keys.queue));
  const lines = pluralize(signups.length, 'line');
  await confirm(session, `Import ${lines} into the queue of ${waiting}`);

  const { redis, keys } = session;
  const batching = redis.batching();
  let joined = 0;
  // The first signup is sent by itself to load the script, which the others run by its hash.
  const batches = [signups.slice(0, 1), ...pagesOf(signups.slice(1), BATCH_SIZE)];
  for (const batch of batches) {
    // Without webhooks, since an import tells the lab nothing new.
    const waitlist = { redis: batch.length === 1 ? redis : batching, keys };
    const results = await Promise.all(
      batch.map(({ joinedAt, ...signup }) => joinQueue(waitlist, { signup, joinedAt })),
    );
    joined += results.filter(({ ok }) => ok).length;
    if (results.some((result) => !result.ok && result.code === 'list_full')) {
      throw new BadInput('The list is full: every join number is taken.');
    }
  }
  console.log(`Imported ${formatMembers(joined)}.`);
  const known = signups.length - joined;
  if (known) console.log(`Skipped ${pluralize(known, 'line')}: already on the list.`);
}

async function readSignups(file: string) {
  const [first, ...rows] = await readCsv(file);
  const titles = first?.cells ?? [];
  const found = Object.entries(TITLES).map(([name, names]) => [name, columnOf(titles, names)]);
  const columns: Record<string, number> = Object.fromEntries(found);
  if ([columns.phone, columns.firstName, columns.lastName].includes(-1)) {
    throw new BadInput(
      `The first line of ${file} must name its columns, such as phone, first_name, last_name.`,
    );
  }
  const signups: ImportedSignup[] = [];
  const refused: { line: number; why: string }[] = [];
  for (const { line, cells } of rows) {
    const cellsByName = Object.entries(columns).map(([name, i]) => [name, cells[i] ?? '']);
    const signup = parseRow(Object.fromEntries(cellsByName));
    if (typeof signup === 'string') refused.push({ line, why: signup });
    else signups.push(signup);
  }
  const ignored = titles.filter((_, i) => !Object.values(columns).includes(i));
  return { signups, refused, ignored: ignored.map(sanitizeForTerminal) };
}

/** The signup, or why it's refused. */
function parseRow(cells: Record<keyof typeof TITLES, string>): ImportedSignup | string {
  const { joinedAt: time, source, campaign, ...fields } = cells;
  if (EXPONENT.test(fields.phone)) return ERRORS.invalid_phone;
  const parsed = parseSignup(fields);
  if (!parsed.ok) return ERRORS[parsed.code];
  const signup = { ...parsed.value, source: parseSource(`${source}/${campaign}`) };
  if (!time) return { ...signup, joinedAt: Date.now() };
  const joinedAt = ISO_TIME.test(time) ? Date.parse(time) : Number.NaN;
  return joinedAt > 0 && joinedAt <= Date.now() ? { ...signup, joinedAt } : WRONG_TIME;
}
