import { type Attempt, type JoinResult, joinQueue } from '../../netlify/queue/join-queue.ts';
import type { ScriptRedis } from '../../netlify/queue/waitlist-script.ts';
import { parseSignup, type SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { columnOf, readCsv, TITLES } from '../csv.ts';
import { BadInput } from '../exit-codes.ts';
import { extensionOf, fileToRead } from '../files.ts';
import { formatMembers, lineRanges, pluralize, sanitizeForTerminal } from '../format.ts';
import { type FullWaitlist, pagesOf } from '../members.ts';
import { showProgress } from '../progress.ts';
import { confirm, type Session } from '../session.ts';
import { importCopy } from '../whole-copy.ts';

/** Signups in one request: some 200 KB, and 10 ms in which nobody else is served. */
const BATCH_SIZE = 500;

/** Other forms are ambiguous: 11/03/2026 is two days. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
const WRONG_TIME = 'Please write a past time as 2026-11-21 or 2026-11-21T09:30:00Z';
const REPEATED = 'A line before has the same phone number';

type ImportedSignup = SignupRequest & { joinedAt?: number };

export async function importFile(session: Session, path: string): Promise<void> {
  const isList = extensionOf(path, ['.csv', '.jsonl.gz']) === '.csv';
  await (isList ? importSignups : importCopy)(session, fileToRead(path));
}

async function importSignups(session: Session, file: string): Promise<void> {
  const { signups, refused, ignored } = await readSignups(file);
  if (ignored.length) console.log(`Columns left out: ${ignored.join(', ')}`);
  for (const [why, lines] of Map.groupBy(refused, ({ why }) => why)) {
    console.log(`${lineRanges(lines.map(({ line }) => line))}: ${why}.`);
  }
  if (refused.length) process.exitCode = 2;
  if (!signups.length) return console.log('Nobody to import.');
  const waiting = formatMembers(await session.redis.zcard(session.keys.queue));
  const lines = pluralize(signups.length, 'line');
  await confirm(session, `Import ${lines} into the queue of ${waiting}`);

  const attempts = signups.map(({ joinedAt = Date.now(), ...signup }) => {
    return { signup, joinedAt, rateLimitKey: '', attemptLimit: 0, windowSeconds: 0 };
  });
  let joined = 0;
  // The first signup is alone: it loads the script, which the others run by its hash.
  const batches = [attempts.slice(0, 1), ...pagesOf(attempts.slice(1), BATCH_SIZE)];
  for await (const batch of showProgress('Importing', batches, attempts.length)) {
    const isAlone = batch.length === 1;
    const results = isAlone
      ? batch.map((one) => joinQueue(session, one))
      : joinMany(session, batch);
    const outcomes = (await Promise.all(results)).map(({ outcome }) => outcome);
    joined += outcomes.filter((outcome) => outcome === 'joined').length;
    if (outcomes.includes('list_full'))
      throw new BadInput('The list is full: every join number is taken.');
  }
  console.log(`${formatMembers(joined)} imported.`);
  const known = signups.length - joined;
  if (known) console.log(`${formatMembers(known)} on the list stayed the same.`);
}

/** Joins them in one request, in their order, by a script that Redis knows. */
function joinMany({ redis, keys }: FullWaitlist, attempts: Attempt[]): Promise<JoinResult>[] {
  const pipeline = redis.pipeline();
  const replies = Promise.withResolvers<unknown[]>();
  // Takes the client's place: puts a command into the pipeline, and waits for its reply.
  const queued: ScriptRedis = {
    eval: redis.eval,
    async evalsha<Args extends unknown[], Reply>(...command: [string, string[], Args]) {
      const place = pipeline.evalsha(...command).length() - 1;
      return (await replies.promise)[place] as Reply;
    },
  };
  const results = attempts.map((attempt) => joinQueue({ redis: queued, keys }, attempt));
  replies.resolve(pipeline.exec());
  return results;
}

async function readSignups(file: string) {
  const [first, ...rows] = await readCsv(file);
  const titles = first?.cells ?? [];
  const found = Object.entries(TITLES).map(([name, names]) => [name, columnOf(titles, names)]);
  const columns: Record<string, number> = Object.fromEntries(found);
  if ([columns.phone, columns.firstName, columns.lastName].includes(-1)) {
    throw new BadInput(`${file} has to name its columns: phone, first_name, last_name and others.`);
  }
  const signups = new Map<string, ImportedSignup>();
  const refused: { line: number; why: string }[] = [];
  for (const { line, cells } of rows) {
    const cellsByName = Object.entries(columns).map(([name, i]) => [name, cells[i] ?? '']);
    const signup = parseRow(Object.fromEntries(cellsByName));
    const why = typeof signup === 'string' ? signup : signups.has(signup.phone) && REPEATED;
    if (why) refused.push({ line, why });
    else if (typeof signup !== 'string') signups.set(signup.phone, signup);
  }
  const ignored = titles
    .filter((_, i) => !Object.values(columns).includes(i))
    .map(sanitizeForTerminal);
  return { signups: [...signups.values()], refused, ignored };
}

/** Returns the signup, or the reason against it. */
function parseRow(cells: Record<keyof typeof TITLES, string>): ImportedSignup | string {
  const { joinedAt: time, source, campaign, ...fields } = cells;
  const parsed = parseSignup(fields);
  if (!parsed.ok) return ERRORS[parsed.code];
  const signup = { ...parsed.value, source: parseSource(`${source}/${campaign}`) };
  if (!time) return signup;
  const day = time.slice(0, 10);
  // Date.parse takes 31 February for 3 March.
  const isDay = ISO_TIME.test(time) && new Date(day).toJSON()?.startsWith(day);
  const joinedAt = isDay ? Date.parse(time) : Number.NaN;
  return joinedAt > 0 && joinedAt <= Date.now() ? { ...signup, joinedAt } : WRONG_TIME;
}
