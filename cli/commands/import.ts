import type { Redis } from '@upstash/redis';
import { type Attempt, type JoinResult, joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../../netlify/queue/lua-script.ts';
import { BadInput } from '../ending.ts';
import { fileToRead } from '../files.ts';
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
  const file = fileToRead(path);
  await (/\.csv$/i.test(file) ? importPeople : importCopy)(session, file);
}

/** Joins the people of another list, in the order of the file, as the form does. */
async function importPeople(session: Session, file: string): Promise<void> {
  const { redis, database } = session;
  const { people, refused, ignored } = await readPeople(file);
  if (ignored.length) console.log(`Columns left out: ${ignored.join(', ')}`);
  for (const [why, lines] of refused) console.log(`${lineRanges(lines)}: ${why}.`);
  // So that a script keeps the file.
  if (refused.size) process.exitCode = 2;
  if (!people.length) return console.log('Nobody to import.');
  const waiting = figure(await redis.zcard(KEYS.queue));
  const whom = figureOf(people.length, 'line');
  await confirm(session, `Import ${whom} into the queue of ${waiting} (${database})?`);

  const attempts = people.map((person) => {
    const { joinedAt = Date.now(), ...signup } = person;
    return { signup, joinedAt, caller: '', limit: 0, windowSeconds: 0 };
  });
  let [joined, known] = [0, 0];
  for (const [first, ...others] of pagesOf(attempts, BATCH)) {
    // The first loads the script, which the others name by its hash.
    const results = first ? [await joinQueue(redis, first)] : [];
    results.push(...(await joinAtOnce(redis, others)));
    joined += results.filter(({ outcome }) => outcome === 'joined').length;
    known += results.filter(({ outcome }) => outcome === 'registered').length;
    if (results.some(({ outcome }) => outcome === 'full')) {
      throw new BadInput('The list is full: every join number is taken.');
    }
  }
  console.log(`${membersFigure(joined)} imported.`);
  if (known) console.log(`${membersFigure(known)} on the list stayed the same.`);
}

/** Makes some signups in one request, in their order, each a step of its own. Throws when one fails. */
async function joinAtOnce(redis: Redis, attempts: Attempt[]): Promise<JoinResult[]> {
  const pipeline = redis.pipeline();
  // All signups have named their script by the next turn.
  const replies = Promise.resolve().then(() =>
    pipeline.length() ? pipeline.exec<unknown[]>() : [],
  );
  const client = {
    async evalsha(sha1: string, keys: string[], args: string[]) {
      const i = pipeline.length();
      pipeline.evalsha(sha1, keys, args);
      return (await replies)[i];
    },
  } as ScriptRedis;
  return Promise.all(attempts.map((attempt) => joinQueue(client, attempt)));
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
  const { redis, database } = session;
  const { id, members, joined, consents } = await readCopy(file);
  await confirm(session, `Import ${membersFigure(members)} into the database (${database})?`);
  if ((await beginScript(redis, [IMPORTING, KEYS.joined, ...LASTING], [id, joined])) !== 1) {
    throw new BadInput(
      'There is a list in this database already. A whole copy is imported into an empty database, so that nobody is lost.',
    );
  }
  if (Object.keys(consents).length) await redis.hset(KEYS.consents, consents);
  await readCopy(file, async (batch) => {
    await redis.hset(KEYS.members, batch);
  });
  const { differences } = await inspectList(redis);
  await setDue(redis, differences);
  await redis.del(IMPORTING);
  console.log(`${membersFigure(members)} imported.`);
}
