import type { Result } from '../../src/waitlist/shared/contract.ts';
import { REFUSE_EMPTY_LIST, type Waitlist, waitlistScript } from './script.ts';

/**
 * Erases a member from every key; only the records of their referrals, and `member.left` until it's sent, still
 * have the code. The referrer loses the credit, otherwise repeated joining and leaving would move them to the top.
 * Referrals keep their positions. One script, so that nobody is in the queue without a record.
 */
const ERASE_MEMBER = `
${REFUSE_EMPTY_LIST}
local code = args.code
local record = readJson(members, code)
if redis.call('HEXISTS', members, code) == 0 then return {'unknown_member'} end
if args.who == 'member' and record.token ~= args.token then return {'unknown_member'} end

-- A damaged record may hold anything.
local function textOf(field) return type(record[field]) == 'string' and record[field] or nil end

local phone, referrer = textOf('phone') or '', textOf('referredBy')
if redis.call('HGET', phones, phone) == code then redis.call('HDEL', phones, phone) end
redis.call('ZREM', queue, code)
local wave = redis.call('ZREM', admitted, code) == 1 and textOf('wave')
if wave and redis.call('HINCRBY', waves, wave, -1) <= 0 then redis.call('HDEL', waves, wave) end
redis.call('HDEL', members, code)
if referrer then addReferrals(referrer, -1) end
addEvent('left', code)
return {'erased'}
`;

type EraseArgs = { who: 'operator' | 'member'; code: string; token: string | undefined };
const REPLIES = { erased: 0, unknown_member: 0 };
const eraseScript = waitlistScript<EraseArgs, [keyof typeof REPLIES]>(ERASE_MEMBER, REPLIES);

/** Erases a member. Throws Unavailable if nobody has joined. */
export async function eraseMember(
  waitlist: Waitlist,
  [who, code, token]: ['operator', code: string] | ['member', code: string, token: string],
): Promise<Result<object>> {
  const [outcome] = await eraseScript(waitlist, { who, code, token });
  return outcome === 'erased' ? { ok: true } : { ok: false, code: outcome };
}
