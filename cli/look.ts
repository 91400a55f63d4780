import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { RECORD } from '../netlify/queue/record.lua.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';

/** A code as it stands in Redis; null where there is nothing. */
export interface Seen {
  code: string;
  record: string | null;
  /** Whose record it is; undefined where it cannot be read. */
  member: Member | undefined;
  /** 1 for the first in line; undefined for who is not. */
  position: number | undefined;
  /** Her score in the queue and among who was let in, in Redis's own spelling. */
  queue: string | null;
  admitted: string | null;
  /** The code to which the phone in her record leads. */
  owner: string | null;
  /** Whether that is somebody else with the same phone. */
  isShared: boolean;
}

/**
 * What stands under some codes now. One script, since where a phone leads hangs on the record.
 *
 * KEYS  queue, admitted, members, phones
 * ARGV  codes
 *
 * Replies: for each code {record, rank and score in the queue, score of who was let in, the code to
 *          which her phone leads, 1 where that one's record has the same phone}
 */
const lookScript = luaScript(`${RECORD}
local queue, admitted, members, phones = unpack(KEYS)
local found = {}
for i, code in ipairs(ARGV) do
  local record = redis.call('HGET', members, code)
  local phone = record and textOf(record, 'phone') or ''
  local owner = redis.call('HGET', phones, phone)
  local other = owner and owner ~= code and redis.call('HGET', members, owner)
  local isShared = other and textOf(other, 'phone') == phone
  local rank, score = redis.call('ZRANK', queue, code), redis.call('ZSCORE', queue, code)
  local letIn = redis.call('ZSCORE', admitted, code)
  found[i] = { record, rank, score, letIn, owner, isShared and 1 or 0 }
end
return found`);

/** Some codes as they stand in Redis now, a thousand at most. */
export async function look(redis: ScriptRedis, codes: string[]): Promise<Seen[]> {
  const keys = [KEYS.queue, KEYS.admitted, KEYS.members, KEYS.phones];
  const replies = (await lookScript(redis, keys, codes)) as (string | null)[][];
  return replies.map(
    ([record = null, rank, queue = null, admitted = null, owner = null, is], i) => {
      const code = codes[i] ?? '';
      const member = parseRecord(code, record ?? '');
      const position = rank == null ? undefined : Number(rank) + 1;
      return { code, record, member, position, queue, admitted, owner, isShared: Number(is) === 1 };
    },
  );
}
