import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { parseRecord } from '../netlify/queue/record.ts';
import { progress } from './progress.ts';
import type { Line, ListHead } from './whole-list.ts';

/** Where a list stands while it is loaded. */
export const IMPORTING = '{waitlist}:importing:';

/** Members in a request: some 150 KB, of the 1 MB that the service takes at least. */
const BATCH = 500;

/** What was loaded is gone when no batch has come for so long. */
const SECONDS = 120;

/**
 * KEYS  queue, members and phones of a list that is being loaded
 * ARGV  seconds it lives on; four for each member: code, score, record, phone ('' where it cannot be read)
 */
const loadScript = luaScript(`
local queue, members, phones = unpack(KEYS)
for i = 2, #ARGV, 4 do
  local code, score, record, phone = unpack(ARGV, i, i + 3)
  redis.call('ZADD', queue, score, code)
  redis.call('HSET', members, code, record)
  if phone ~= '' then redis.call('HSET', phones, phone, code) end
end
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[1]) end`);

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

export type Loaded = 'done' | 'taken' | 'lost';

/**
 * Makes an empty database hold a list, in one step at the end of a long loading. 'taken' when there
 * was one by then, 'lost' when the loading stood still for minutes. Unless it ends in 'done', nothing
 * of it stays, now or, where Redis fails or Ctrl-C comes, within minutes. Throws when Redis fails.
 */
export async function loadList(
  redis: ScriptRedis & Pick<Redis, 'unlink'>,
  head: ListHead & { members: number },
  lines: AsyncIterable<Line>,
): Promise<Loaded> {
  const place = `${IMPORTING}${nanoid()}:`;
  const own = ['queue', 'members', 'phones', 'done'].map((name) => place + name);
  const bar = progress('Importing', head.members);
  let [batch, loaded]: [(string | number)[], number] = [[], 0];
  async function send() {
    if (batch.length) await loadScript(redis, own.slice(0, 3), [SECONDS, ...batch]);
    batch = [];
    bar.update(loaded);
  }
  try {
    for await (const { code, score, record } of lines) {
      batch.push(code, score, record, parseRecord(code, record)?.phone ?? '');
      loaded += 1;
      if (loaded % BATCH === 0) await send();
    }
    await send();
    const { queue, members, phones, joined, days, secret } = KEYS;
    const args = [head.members, head.joined, head.secret, ...[...head.days].flat()];
    const keys = [...own, queue, members, phones, joined, days, secret];
    return (await finishScript(redis, keys, args)) as Loaded;
  } finally {
    bar.end();
    // Where this fails as well, they expire.
    await redis.unlink(...own.slice(0, 3)).catch(() => {});
  }
}
