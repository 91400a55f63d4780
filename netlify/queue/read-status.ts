import type { Position, Result, StatusSuccess } from '../../src/waitlist/shared/contract.ts';
import type { StatusKey } from '../../src/waitlist/shared/links.ts';
import { countReferrals } from './referral-code.ts';
import { REFUSE_EMPTY_LIST, type Waitlist, waitlistScript } from './script.ts';

/** One script, so that a status takes one request and is consistent. */
const READ_STATUS = `
${REFUSE_EMPTY_LIST}
-- Read everything before checking the token, so that a wrong token takes as long as an unknown code.
local record, position, score = readJson(members, args.code), locate(args.code)
if not score or record.token ~= args.token then return {'unknown_member'} end
return {'found', score, position}
`;

type StatusArgs = { code: string; token: string };
type Reply = ['found', score: number, position: Position] | ['unknown_member'];

const REPLIES = { found: 2, unknown_member: 0 };
const statusScript = waitlistScript<StatusArgs, Reply>(READ_STATUS, REPLIES);

/** Reads a member's status in one request to Redis. Throws Unavailable if nobody has joined. */
export async function readStatus(
  waitlist: Waitlist,
  { referralCode: code, statusToken: token }: StatusKey,
): Promise<Result<StatusSuccess>> {
  const reply = await statusScript(waitlist, { code, token });
  if (reply[0] === 'unknown_member') return { ok: false, code: 'unknown_member' };
  const [, score, position] = reply;
  return { ok: true, position, referralCount: countReferrals(code, score) };
}
