import { KEYS } from '../../netlify/queue/keys.ts';
import { luaScript } from '../../netlify/queue/lua-script.ts';
import { parseSignup, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { findMember } from '../find-member.ts';
import type { Options, Session } from '../main.ts';
import { fullName, maskedPhone } from '../show.ts';

/** What may be wrong in a record by a slip of hers or of a file. */
export interface Corrections {
  phone?: string;
  firstName?: string;
  lastName?: string;
}

/**
 * Replaces a record and lets the phone in it lead to her. One script, so that nobody else can take the
 * phone meanwhile.
 *
 * KEYS  members, phones
 * ARGV  code, record as it was seen, record, phone as it was, phone
 *
 * Replies: 'done'
 *          'taken'     the phone is somebody else's; nothing was changed
 *          'changed'   the record is another by now; nothing was changed
 */
const correctScript = luaScript(`
local members, phones = unpack(KEYS)
local code, seen, record, before, phone = unpack(ARGV)
if redis.call('HGET', members, code) ~= seen then return 'changed' end
local owner = redis.call('HGET', phones, phone)
if owner and owner ~= code then return 'taken' end
redis.call('HSET', members, code, record)
redis.call('HSET', phones, phone, code)
if before ~= phone and redis.call('HGET', phones, before) == code then
  redis.call('HDEL', phones, before)
end
return 'done'`);

const REFUSALS: Record<string, string> = {
  taken: 'Somebody else on the list has this phone number.',
  changed: 'Her record has changed in this moment. Try again.',
};

/**
 * Corrects phone or names of the member with this code, link or phone, after asking; she keeps her
 * position, code and friends. The form's own rules apply: throws BadInput for what breaks one.
 */
export async function correct(
  { redis, database }: Session,
  typed: string,
  { yes, ...given }: Corrections & Options,
): Promise<void> {
  if (!Object.keys(given).length) {
    throw new BadInput('Say what is right: --phone, --first-name or --last-name.');
  }
  const member = await findMember(redis, typed);
  const { code, phone: before } = member;
  const parsed = parseSignup({ ...member, ...given });
  if (!parsed.ok) throw new BadInput(`${SIGNUP_ERRORS[parsed.code]}.`);
  const { phone, firstName, lastName } = parsed.value;
  const corrected = { phone, firstName, lastName };
  const [was, is] = [member, { ...member, ...corrected }].map(
    (each) => `${fullName(each)}, ${maskedPhone(each.phone)}`,
  );
  await confirm(`${code} is ${was}. Make her ${is} (${database})?`, yes);
  const seen = (await redis.hget<string>(KEYS.members, code)) ?? '';
  const record = JSON.stringify({ ...Object(JSON.parse(seen || '{}')), ...corrected });
  const args = [code, seen, record, before, phone];
  const refusal = REFUSALS[String(await correctScript(redis, [KEYS.members, KEYS.phones], args))];
  if (refusal) throw new BadInput(refusal);
  console.log(`${code} is ${is} now.`);
}
