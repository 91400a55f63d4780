import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript } from '../netlify/queue/lua-script.ts';
import { parseRecord } from '../netlify/queue/record.ts';
import { confirm } from './confirm.ts';
import { BadInput } from './ending.ts';
import type { Session } from './main.ts';
import { progress } from './progress.ts';
import { moment, peopleFigure } from './show.ts';
import { checkList, membersOf, type Stored } from './whole-list.ts';

/** What is loaded beside the list before it takes its place: the first two are sorted sets, the others hashes. */
const LOADED = ['queue', 'admitted', 'members', 'phones', 'days', 'waves'] as const;

/** Where a list stands while it is loaded. */
export const IMPORTING = '{waitlist}:importing:';

/** Counters in one request: some 100 KB, of the 1 MB that the service takes at least. */
const FIELDS = 2_000;

/** What was loaded is gone when no batch has come for so long. */
const SECONDS = 120;

/**
 * Puts what was loaded in the list's place. One script, so that the list is whole or not there.
 *
 * KEYS  LOADED as loaded; LOADED of the list itself; its joined and its secret; a key that says it is done
 * ARGV  how many members were loaded, how many ever joined, the secret or ''
 *
 * Replies: 'done'    now, or before, where its answer was lost
 *          'taken'   there is a list by now; nothing was changed
 *          'lost'    not all that was loaded is there any more
 */
const finishScript = luaScript(`
local count, joined, secret = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if redis.call('EXISTS', KEYS[15]) == 1 then return 'done' end
if redis.call('EXISTS', unpack(KEYS, 7, 13)) > 0 then return 'taken' end
local positions = redis.call('ZCARD', KEYS[1]) + redis.call('ZCARD', KEYS[2])
if positions ~= count or redis.call('HLEN', KEYS[3]) ~= count then return 'lost' end

for i = 1, 6 do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    redis.call('RENAME', KEYS[i], KEYS[i + 6])
    redis.call('PERSIST', KEYS[i + 6])
  end
end
redis.call('SET', KEYS[13], joined)
if secret ~= '' then redis.call('SET', KEYS[14], secret) end
redis.call('SET', KEYS[15], 1, 'EX', ${SECONDS})
return 'done'`);

const REFUSALS: Record<string, string> = {
  taken: 'There is a list in this database by now. Nothing of the file was kept.',
  lost: 'The import stood still for minutes. Nothing of the file was kept; try again.',
};

/**
 * Makes an empty database hold the whole list of a file, after asking, in one step at the end of a
 * long loading. Throws BadInput when there is a list before or by then, and when the loading stood
 * still for minutes; then nothing of it stays, now or, where Redis fails or Ctrl-C comes, within
 * minutes. Throws when Redis fails.
 */
export async function importList(session: Session, file: string): Promise<void> {
  const { redis, database } = session;
  const head = await checkList(file);
  const list = LOADED.map((name) => KEYS[name]);
  if (await redis.exists(...list, KEYS.joined)) {
    throw new BadInput(
      'There is a list in this database already. A whole list is imported into an empty one only, so that nobody is lost.',
    );
  }
  const whom = `${peopleFigure(head.members)} as of ${moment(Date.parse(head.exportedAt))}`;
  await confirm(session, `Import ${whom} into the database (${database})?`);

  const place = `${IMPORTING}${nanoid()}:`;
  const own = LOADED.map((name) => place + name);
  const bar = progress('Importing', head.members);
  try {
    await loadCounters(redis, [`${place}days`, `${place}waves`], [head.days, head.waves]);
    for await (const batch of membersOf(file)) {
      await loadBatch(redis, own, batch);
      bar.add(batch.length);
    }
    const keys = [...own, ...list, KEYS.joined, KEYS.secret, `${place}done`];
    const args = [head.members, head.joined, head.secret];
    const refusal = REFUSALS[String(await finishScript(redis, keys, args))];
    if (refusal) throw new BadInput(refusal);
  } finally {
    bar.end();
    // Where this fails as well, they expire.
    await redis.unlink(...own).catch(() => {});
  }
  console.log(`Imported ${whom}.`);
}

async function loadCounters(redis: Redis, keys: string[], counters: Map<string, number>[]) {
  for (const [i, key] of keys.entries()) {
    const fields = [...(counters[i] ?? [])];
    for (let start = 0; start < fields.length; start += FIELDS) {
      const some = Object.fromEntries(fields.slice(start, start + FIELDS));
      await redis.multi().hset(key, some).expire(key, SECONDS).exec();
    }
  }
}

async function loadBatch(redis: Redis, own: string[], batch: Stored[]): Promise<void> {
  const [queue = '', admitted = '', members = '', phones = ''] = own;
  const found = batch.map(({ code, record }) => [parseRecord(code, record)?.phone, code]);
  const owners = Object.fromEntries(found.filter(([phone]) => phone));
  const step = redis
    .multi()
    .hset(members, Object.fromEntries(batch.map(({ code, record }) => [code, record])));
  for (const [isAdmitted, some] of Map.groupBy(batch, ({ isAdmitted }) => isAdmitted)) {
    const positions = some.map(({ code, score }) => ({ score, member: code }));
    step.zadd(isAdmitted ? admitted : queue, ...(positions as [(typeof positions)[0]]));
  }
  // Redis takes no HSET without a field, as where nobody's record can be read.
  if (Object.keys(owners).length) step.hset(phones, owners);
  for (const key of own) step.expire(key, SECONDS);
  await step.exec();
}
