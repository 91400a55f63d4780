import { CREDIT } from '../netlify/queue/credit.lua.ts';
import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { RECORD } from '../netlify/queue/record.lua.ts';
import { formatRecord } from '../netlify/queue/record.ts';
import {
  JOIN_NUMBERS,
  joinNumber,
  NEW_CODE,
  randomEnd,
  randomToken,
} from '../netlify/queue/referral-code.ts';
import { BadInput } from './ending.ts';
import type { Newcomer } from './read-people.ts';

/**
 * Keeps join numbers up to a given one from being handed out. One script, because between reading
 * and writing somebody may join.
 *
 * KEYS  joined
 * ARGV  the greatest join number that somebody has
 *
 * Replies: 1, or 0 when it is not behind
 */
const raiseScript = luaScript(`
local joined = tonumber(redis.call('GET', KEYS[1]) or 0)
if joined and joined >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1`);

/** Sees that nobody who joins from now on gets a join number up to `greatest`; whether some could have. */
export async function reserveNumbers(redis: ScriptRedis, greatest: number): Promise<boolean> {
  return (await raiseScript(redis, [KEYS.joined], [greatest])) === 1;
}

/**
 * Puts some people in line who are not there yet, as the join script would have done, or among those
 * who were let in if their records name a wave. Whoever is there is left alone, so the same people
 * may be sent again.
 *
 * One script, so that an import that is cut off leaves nobody without her record and credits nobody
 * without a friend.
 *
 * KEYS  queue, members, phones, joined, admitted, waves
 * ARGV  five for each person:
 *   phone, 10 digits
 *   the code she keeps, of which nobody has the join number; or '' for a new one
 *   random end of a new code
 *   her inviter's code or ''
 *   record, JSON without an inviter
 *
 * Replies: a list with 1 for each who was added, 0 for each who was there, -1 where no number is left
 */
const addScript = luaScript(`${NEW_CODE}${RECORD}${CREDIT}
local queue, members, phones, joined, admitted, waves = unpack(KEYS)
local function numberOf(code) return ${JOIN_NUMBERS} - tonumber(string.sub(code, 1, 7), 16) end

local function add(phone, code, random, inviter, record)
  if redis.call('HEXISTS', phones, phone) == 1 then return 0 end
  local number = code ~= '' and numberOf(code) or redis.call('INCR', joined)
  if number >= ${JOIN_NUMBERS} then
    if code == '' then redis.call('DECR', joined) end
    return -1
  end
  if code == '' then code = newCode(number, random) end
  local wave = textOf(record, 'wave')
  redis.call('ZADD', wave and admitted or queue, number, code)
  if wave then redis.call('HINCRBY', waves, wave, 1) end

  -- Nobody was invited by somebody who came later, whatever a file says.
  local credited = inviter ~= '' and numberOf(inviter) < number
    and credit(queue, admitted, inviter, 1)
  if credited then record = '{"inviter":"' .. inviter .. '",' .. string.sub(record, 2) end

  redis.call('HSET', members, code, record)
  redis.call('HSET', phones, phone, code)
  return 1
end

local replies = {}
for i = 1, #ARGV, 5 do replies[#replies + 1] = add(unpack(ARGV, i, i + 4)) end
return replies`);

export type Added = 'added' | 'renewed' | 'there';

/**
 * Adds some people in one request, in this order. Whose code's join number is in `taken` gets a new
 * code, at the back of the line ('renewed'); the others keep theirs, and their numbers are taken then.
 * Throws BadInput where the list is full.
 */
export async function addPeople(
  redis: ScriptRedis,
  people: Newcomer[],
  taken: Set<number>,
): Promise<Added[]> {
  const kept = people.map(({ code }) => {
    if (!code || taken.has(joinNumber(code))) return '';
    taken.add(joinNumber(code));
    return code;
  });
  const args = people.flatMap((person, i) => {
    const { inviter = '', joinedAt = Date.now(), token = randomToken(), ...rest } = person;
    const record = formatRecord({ ...rest, joinedAt, token });
    return [rest.phone, kept[i] ?? '', randomEnd(), inviter, record];
  });
  const { queue, members, phones, joined, admitted, waves } = KEYS;
  const keys = [queue, members, phones, joined, admitted, waves];
  const replies = (await addScript(redis, keys, args)) as number[];
  if (replies.includes(-1)) throw new BadInput('The list is full: every join number is taken.');
  return people.map(({ code }, i) => {
    if (replies[i] === 0) return 'there';
    return code && !kept[i] ? 'renewed' : 'added';
  });
}
