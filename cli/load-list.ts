import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript } from '../netlify/queue/lua-script.ts';
import { confirm } from './confirm.ts';
import { BadInput } from './ending.ts';
import type { Session } from './main.ts';
import { progress } from './progress.ts';
import { moment, peopleFigure } from './show.ts';
import { FILLED, readList } from './whole-list.ts';

/** Where a list stands while it is loaded. */
export const IMPORTING = '{waitlist}:importing:';

/** What was loaded is gone when no batch has come for so long. */
const SECONDS = 120;

/**
 * Stores some fields beside the list. One script, so that all of it ends together if no more comes.
 *
 * KEYS  those of FILLED, as loaded
 * ARGV  for how many seconds it lives on; three for each field: the number of its key, field, value
 */
const loadScript = luaScript(`
for i = 2, #ARGV, 3 do
  local at, field, value = tonumber(ARGV[i]), ARGV[i + 1], ARGV[i + 2]
  if at <= 2 then redis.call('ZADD', KEYS[at], value, field)
  else redis.call('HSET', KEYS[at], field, value) end
end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end`);

/**
 * Puts what was loaded in the list's place. One script, so that the list is whole or not there.
 *
 * KEYS  those of FILLED, as loaded; the same of the list itself; its joined; a key that says it is done
 * ARGV  how many members were loaded, how many ever joined
 *
 * Replies: 'done'    now, or before, where its answer was lost
 *          'taken'   there is a list by now; nothing was changed
 *          'lost'    not all that was loaded is there any more
 */
const finishScript = luaScript(`
local count, joined = tonumber(ARGV[1]), ARGV[2]
if redis.call('EXISTS', KEYS[14]) == 1 then return 'done' end
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
redis.call('SET', KEYS[14], 1, 'EX', ${SECONDS})
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
  const head = await readList(file);
  const list = FILLED.map((name) => KEYS[name]);
  if (await redis.exists(...list, KEYS.joined)) {
    throw new BadInput(
      'There is a list in this database already. A whole list is imported into an empty one only, so that nobody is lost.',
    );
  }
  const whom = `${peopleFigure(head.members)} as of ${moment(Date.parse(head.exportedAt))}`;
  await confirm(session, `Import ${whom} into the database (${database})?`);

  const place = `${IMPORTING}${nanoid()}:`;
  const own = FILLED.map((name) => place + name);
  const bar = progress('Importing', head.members);
  try {
    await readList(file, async (batch) => {
      const args = batch.flatMap(([where, ...field]) => [FILLED.indexOf(where) + 1, ...field]);
      await loadScript(redis, own, [SECONDS, ...args]);
      bar.add(batch.filter(([where]) => where === 'members').length);
    });
    const keys = [...own, ...list, KEYS.joined, `${place}done`];
    const args = [head.members, head.joined];
    const refusal = REFUSALS[String(await finishScript(redis, keys, args))];
    if (refusal) throw new BadInput(refusal);
  } finally {
    bar.end();
    // Where this fails as well, they expire.
    await redis.unlink(...own).catch(() => {});
  }
  console.log(`Imported ${whom}.`);
}
