import { timeOf } from './record.ts';
import { type Waitlist, waitlistScript } from './script.ts';

/** How many members one script handles; it blocks Redis for a few milliseconds. */
export const BATCH_SIZE = 200;

/**
 * Moves members out of the queue with their scores, and writes the wave into their records. One script, so that
 * a wave never gets too many members, even if several operators admit at once. Counts first, so that an
 * interrupted script admits too few, which `verify` repairs.
 */
const ADMIT_MEMBERS = `
local inWave = tonumber(redis.call('HGET', waves, args.wave) or 0)

local waiting = {}
for _, code in ipairs(args.codes) do
  local score, record = redis.call('ZSCORE', queue, code), readJson(members, code)
  if score and not record.phone then
    return {'unavailable', 'The record of ' .. code .. " can't be read: run verify."}
  end
  local isFull = args.total and inWave + #waiting >= args.total
  if score and not isFull then
    waiting[#waiting + 1] = { code = code, score = score, record = record }
  end
end
if #waiting == 0 then return {'admitted'} end

redis.call('HINCRBY', waves, args.wave, #waiting)
for _, member in ipairs(waiting) do
  member.record.wave, member.record.admittedAt = args.wave, args.now
  redis.call('HSET', members, member.code, cjson.encode(member.record))
  redis.call('ZADD', admitted, member.score, member.code)
  redis.call('ZREM', queue, member.code)
  addEvent('admitted', member.code)
end
return {'admitted'}
`;

/** Puts members back in the queue with their scores. */
const UNDO_WAVE = `
local count = 0
for _, code in ipairs(args.codes) do
  local score, record = redis.call('ZSCORE', admitted, code), readJson(members, code)
  if score and record.wave == args.wave then
    record.wave, record.admittedAt = nil, nil
    redis.call('HSET', members, code, cjson.encode(record))
    redis.call('ZADD', queue, score, code)
    redis.call('ZREM', admitted, code)
    addEvent('updated', code)
    count = count + 1
  end
end
if count > 0 and redis.call('HINCRBY', waves, args.wave, -count) <= 0 then redis.call('HDEL', waves, args.wave) end
return {'undone'}
`;

/** Codes that aren't in the wave are skipped. */
type UndoArgs = { wave: string; codes: string[] };
/** Codes that aren't in the queue are skipped; `now` is as in records, and `total` the most that the wave may have. */
type AdmitArgs = UndoArgs & { now: string; total: number | undefined };

const admitScript = waitlistScript<AdmitArgs, ['admitted']>(ADMIT_MEMBERS, { admitted: 0 });
const undoScript = waitlistScript<UndoArgs, ['undone']>(UNDO_WAVE, { undone: 0 });

/**
 * Admits waiting members to a wave, by at most BATCH_SIZE codes, until it has `total` members. Throws Unavailable,
 * before it changes anything, if a record can't be read.
 */
export async function admitMembers(
  waitlist: Waitlist,
  wave: string,
  codes: string[],
  total?: number,
): Promise<void> {
  await admitScript(waitlist, { wave, now: timeOf(Date.now()), codes, total });
}

/** Puts a wave's members back in the queue, by at most BATCH_SIZE codes. */
export async function undoWave(waitlist: Waitlist, wave: string, codes: string[]): Promise<void> {
  await undoScript(waitlist, { wave, codes });
}
