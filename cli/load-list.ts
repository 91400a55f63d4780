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

/** Where a list stands while it is loaded. */
export const IMPORTING = '{waitlist}:importing:';

/** What was loaded is gone when no batch has come for so long. */
const SECONDS = 120;

/**
 * Puts what was loaded in the list's place. One script, so that the list is whole or not there.
 *
 * KEYS  queue, members and phones as loaded; a key that says it is done; the list's own queue,
 *       members, phones, joined, days and secret
 * ARGV  how many members were loaded, how many ever joined, the secret or '', and a day's field and
 *       its count for each
 *
 * Replies: 'done'    now, or before, where its answer was lost
 *          'taken'   there is a list by now; nothing was changed
 *          'lost'    not all that was loaded is there any more
 */
const finishScript = luaScript(`
local count, joined, secret = tonumber(ARGV[1]), ARGV[2], ARGV[3]
if redis.call('EXISTS', KEYS[4]) == 1 then return 'done' end
if redis.call('EXISTS', unpack(KEYS, 5, 9)) > 0 then return 'taken' end
local loaded = { redis.call('ZCARD', KEYS[1]), redis.call('HLEN', KEYS[2]) }
if loaded[1] ~= count or loaded[2] ~= count then return 'lost' end

for i = 1, 3 do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    redis.call('RENAME', KEYS[i], KEYS[i + 4])
    redis.call('PERSIST', KEYS[i + 4])
  end
end
redis.call('SET', KEYS[8], joined)
for i = 4, #ARGV, 2 do redis.call('HSET', KEYS[9], ARGV[i], ARGV[i + 1]) end
if secret ~= '' then redis.call('SET', KEYS[10], secret) end
redis.call('SET', KEYS[4], 1, 'EX', ${SECONDS})
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
export async function importList(session: Session, file: string, yes?: boolean): Promise<void> {
  const { redis, database } = session;
  const head = await checkList(file);
  const { queue, members, phones, joined, days, secret } = KEYS;
  if (await redis.exists(queue, members, phones, joined, days)) {
    throw new BadInput(
      'There is a list in this database already. A whole list is imported into an empty one only, so that nobody is lost.',
    );
  }
  const whom = `${peopleFigure(head.members)} as of ${moment(Date.parse(head.exportedAt))}`;
  await confirm(`Import ${whom} into the database (${database})?`, yes);

  const place = `${IMPORTING}${nanoid()}:`;
  const own = ['queue', 'members', 'phones'].map((name) => place + name);
  const bar = progress('Importing', head.members);
  try {
    for await (const batch of membersOf(file)) {
      await loadBatch(redis, own, batch);
      bar.add(batch.length);
    }
    const keys = [...own, `${place}done`, queue, members, phones, joined, days, secret];
    const args = [head.members, head.joined, head.secret, ...[...head.days].flat()];
    const refusal = REFUSALS[String(await finishScript(redis, keys, args))];
    if (refusal) throw new BadInput(refusal);
  } finally {
    bar.end();
    // Where this fails as well, they expire.
    await redis.unlink(...own).catch(() => {});
  }
  console.log(`Imported ${whom}.`);
}

async function loadBatch(redis: Redis, own: string[], batch: Stored[]): Promise<void> {
  const [queue = '', members = '', phones = ''] = own;
  const positions = batch.map(({ code, score }) => ({ score, member: code }));
  const found = batch.map(({ code, record }) => [parseRecord(code, record)?.phone, code]);
  const owners = Object.fromEntries(found.filter(([phone]) => phone));
  const step = redis
    .multi()
    .zadd(queue, ...(positions as [(typeof positions)[0]]))
    .hset(members, Object.fromEntries(batch.map(({ code, record }) => [code, record])));
  // Redis takes no HSET without a field, as where nobody's record can be read.
  if (Object.keys(owners).length) step.hset(phones, owners);
  for (const key of own) step.expire(key, SECONDS);
  await step.exec();
}
