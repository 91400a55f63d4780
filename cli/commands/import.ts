import type { Redis } from '@upstash/redis';
import { type JoinResult, joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../../netlify/queue/lua-script.ts';
import { BadInput } from '../ending.ts';
import { endingOf, fileToRead } from '../files.ts';
import { figure, figureOf, lineRanges, membersFigure } from '../format.ts';
import { inspectList, LASTING, setDue } from '../indexes.ts';
import { pagesOf } from '../members.ts';
import { readPeople } from '../read-people.ts';
import { confirm, type Session } from '../session.ts';
import { IMPORTING, readCopy } from '../whole-copy.ts';

/** Signups in one request: some 200 KB, and 10 ms in which nobody else is served. */
const BATCH = 500;

/** Adds the people of a CSV file, or makes a database what a whole copy is; asks before either. */
export async function importFile(session: Session, path: string): Promise<void> {
  const isList = endingOf(path, ['.csv', '.jsonl.gz']) === '.csv';
  await (isList ? importPeople : importCopy)(session, fileToRead(path));
}

/** Joins the people of another list, in the order of the file, as the form does. */
async function importPeople(session: Session, file: string): Promise<void> {
  const { redis } = session;
  const { people, refused, ignored } = await readPeople(file);
  if (ignored.length) console.log(`Columns left out: ${ignored.join(', ')}`);
  for (const [why, lines] of Map.groupBy(refused, ({ why }) => why)) {
    console.log(`${lineRanges(lines.map(({ line }) => line))}: ${why}.`);
  }
  // So that a script keeps the file.
  if (refused.length) process.exitCode = 2;
  if (!people.length) return console.log('Nobody to import.');
  const waiting = figure(await redis.zcard(KEYS.queue));
  await confirm(session, `Import ${figureOf(people.length, 'line')} into the queue of ${waiting}`);

  const attempts = people.map(({ joinedAt = Date.now(), ...signup }) => {
    return { signup, joinedAt, caller: '', limit: 0, windowSeconds: 0 };
  });
  const counts = { joined: 0, registered: 0, full: 0 } as Record<JoinResult['outcome'], number>;
  // The first loads the script, which the others name by its hash.
  const batches = [attempts.slice(0, 1), ...pagesOf(attempts.slice(1), BATCH)];
  for (const [i, batch] of batches.entries()) {
    const client = i ? inOneRequest(redis) : redis;
    const results = await Promise.all(batch.map((attempt) => joinQueue(client, attempt)));
    for (const { outcome } of results) counts[outcome] += 1;
    if (counts.full) throw new BadInput('The list is full: every join number is taken.');
  }
  console.log(`${membersFigure(counts.joined)} imported.`);
  const known = counts.registered;
  if (known) console.log(`${membersFigure(known)} on the list stayed the same.`);
}

/** Sends all scripts of this turn in one request, in their order. */
function inOneRequest(redis: Redis): ScriptRedis {
  const pipeline = redis.pipeline();
  const replies = Promise.resolve().then(() => pipeline.exec<unknown[]>());
  async function evalsha(sha1: string, keys: string[], args: string[]) {
    const i = pipeline.length();
    pipeline.evalsha(sha1, keys, args);
    return (await replies)[i];
  }
  return { evalsha } as ScriptRedis;
}

/**
 * Reserves a database for the import of one file. One script, since a visitor may join at this moment.
 *
 * KEYS  the key that names the file, joined, then all keys of a list
 * ARGV  the file, how many ever joined
 *
 * Replies: 1, or 0 where the database holds anything but a part of this file
 */
const beginScript = luaScript(`
local name = redis.call('GET', KEYS[1])
if name == ARGV[1] then return 1 end
if name or redis.call('EXISTS', unpack(KEYS, 2)) > 0 then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[2])
return 1`);

/** Writes a whole copy into a database without a list, and builds the indexes from it. */
async function importCopy(session: Session, file: string): Promise<void> {
  const { redis } = session;
  const { id, members, joined, consents } = await readCopy(file);
  await confirm(session, `Import ${membersFigure(members)} into the database`);
  if ((await beginScript(redis, [IMPORTING, KEYS.joined, ...LASTING], [id, joined])) !== 1) {
    throw new BadInput(
      'There is a list in this database already. A whole copy is imported into an empty database, so that nobody is lost.',
    );
  }
  if (Object.keys(consents).length) await redis.hset(KEYS.consents, consents);
  await readCopy(file, (page) => redis.hset(KEYS.members, page));
  const { records, problems } = await inspectList(redis);
  await setDue(redis, problems);
  await redis.del(IMPORTING);
  console.log(`${membersFigure(records)} imported.`);
}
