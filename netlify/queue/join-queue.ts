import {
  FIELDS,
  type Field,
  type Result,
  type SignupRequest,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { foldName } from '../../src/waitlist/shared/name.ts';
import { formatRecord, parseRecord } from './record.ts';
import {
  BASE_62,
  JOIN_NUMBER_LIMIT,
  PREFIX_LENGTH,
  PREFIX_START,
  randomEnd,
  randomToken,
} from './referral-code.ts';
import { countReferrals } from './score.ts';
import {
  EVENTS,
  type RefusalReply,
  type RequestWaitlist,
  toRefusal,
  waitlistScript,
} from './script.ts';

export interface Attempt {
  signup: SignupRequest;
  /** The same for every retry of one signup. A signup without a key never counts as a retry. */
  idempotencyKey?: string | undefined;
  /** Whether others may have the key, so that a retry must have the member's names, too. */
  isSharedKey?: boolean;
  /** Today's consent text, if the form has one. */
  currentConsent?: { version: string; text: string } | null;
  /** Milliseconds since 1970, like the next. */
  joinedAt?: number;
  /** When the visitor agreed, if it wasn't at joinedAt. */
  consentAt?: number | undefined;
}

/**
 * Checks for a retry, the limit and a known phone, in this order, then adds the member and credits the referrer.
 *
 * One script, because Redis runs scripts one at a time: no two visitors get the same join number, and nobody
 * is in the queue without a record. Redis doesn't roll scripts back, so `verify` repairs interrupted ones.
 *
 * A new member gets an entry in members, queue and phones, and lastJoinNumber rises; the first one with a
 * consent text adds it to consents. The referrer's score falls in queue or admitted. A retry rewrites the record if
 * names or consent are new. The limit has a counter, and while webhooks are on, the events of member and referrer go
 * into outbox and outboxTimes.
 *
 * Keys are named as in keys.ts; the functions that aren't here are in script.ts.
 *
 * ARGV  record as JSON (record.ts), from which an unknown referrer or consent is removed
 *       phone, token, referrer's code and consent version in the record, the last two may be empty
 *       consent text if the visitor agreed to today's, otherwise an empty string
 *       random end of the new code
 *       'yes' if a retry must have the member's names, otherwise an empty string
 */
const JOIN_QUEUE = `
local recordJson, phone, token, referrer, consent, consentText, random, mustMatchNames = unpack(ARGV, FIRST_ARG)

-- Stores the consent text if it's today's, and isn't stored yet. Returns whether the list has it.
local function storeConsent()
  if consentText == '' then return redis.call('HEXISTS', consents, consent) == 1 end
  redis.call('HSETNX', consents, consent, consentText)
  return true
end

-- The member with this phone, if there is one. On a damaged list the score may be missing.
local knownCode = redis.call('HGET', phones, phone)
local position, score
if knownCode then position, score = locate(knownCode) end

-- Updates the names (the phone is the same), and the consent unless the member has opted out since. Returns nil if it's no retry.
local function retry()
  local stored, record = readJson(members, knownCode), cjson.decode(recordJson)
  if not record.key or stored.key ~= record.key then return nil end
  local hasNewNames = ${FIELDS.map((field) => `stored.${field} ~= record.${field}`).join(' or ')}
  if hasNewNames and mustMatchNames ~= '' then return nil end

  -- A retry without consent takes it back.
  local agreed = consent ~= '' and storeConsent() and consent or nil
  local hasNewConsent = agreed ~= stored.consent and not stored.optedOutAt
  ${FIELDS.map((field) => `stored.${field} = record.${field}`).join('\n  ')}
  if hasNewConsent then stored.consent, stored.consentAt = agreed, agreed and record.joinedAt end
  if hasNewNames or hasNewConsent then
    redis.call('HSET', members, knownCode, cjson.encode(stored))
    addEvent('${EVENTS.updated}', knownCode)
  end

  return {'joined', knownCode, stored.token or '', score, position}
end

-- Retries come before the limit: a visitor whose response was lost can always get it.
local retried = score and retry()
if retried then return retried end

-- The limit comes before known phones, otherwise probing for phones would cost no attempts.
local refusal = refuseAboveLimit()
if refusal then return refusal end

-- Anyone can know a phone, so a signup without the member's key changes nothing.
if knownCode then
  return {'known_phone', knownCode, score and redis.call('HGET', members, knownCode), position}
end

if (lastNumber or 0) + 1 >= ${JOIN_NUMBER_LIMIT} then return {'list_full'} end
local number = redis.call('INCR', lastJoinNumber)
-- Redis orders equal scores by code. The newer of two members with equal scores has more referrals and should
-- come first, so codes descend with the join number, at a fixed width.
local code, rest = random, ${PREFIX_START} - number
for _ = 1, ${PREFIX_LENGTH} do
  local digit = rest % 62
  code = string.sub('${BASE_62}', digit + 1, digit + 1) .. code
  rest = (rest - digit) / 62
end
redis.call('ZADD', queue, number, code)
local isReferrerUnknown = referrer ~= '' and not addReferrals(referrer, 1)
local isConsentUnknown = consent ~= '' and not storeConsent()
-- Decoding and encoding a record takes as long as four commands.
if isReferrerUnknown or isConsentUnknown then
  local record = cjson.decode(recordJson)
  if isReferrerUnknown then record.referredBy = nil end
  if isConsentUnknown then record.consent = nil end
  recordJson = cjson.encode(record)
end
redis.call('HSET', members, code, recordJson)
redis.call('HSET', phones, phone, code)
addEvent('${EVENTS.joined}', code)
if referrer ~= '' and not isReferrerUnknown then addEvent('${EVENTS.movedUp}', referrer) end
return {'joined', code, token, number, redis.call('ZRANK', queue, code) + 1}
`;

/** Now, or earlier with the same key; a member who was admitted since has no position. */
type Joined = [
  outcome: 'joined',
  code: string,
  token: string,
  score: number,
  position: number | null,
];

/** There's no record if the list is damaged. */
type KnownPhone = ['known_phone', code: string, record: string | null, position: number | null];

const joinScript = waitlistScript<Joined | KnownPhone | RefusalReply, RequestWaitlist>(JOIN_QUEUE);

/** Runs the script; a retry resolves with the current position or admission. */
export async function joinQueue(
  waitlist: RequestWaitlist,
  attempt: Attempt,
): Promise<Result<SignupSuccess>> {
  const { idempotencyKey: key, isSharedKey, currentConsent, consentAt } = attempt;
  const { referralCode: referredBy, ...member } = attempt.signup;
  const { phone, consent = '' } = member;
  const { joinedAt = Date.now() } = attempt;
  const token = randomToken();
  const reply = await joinScript(waitlist, [
    formatRecord({ ...member, referredBy, joinedAt, consentAt, key, token }),
    phone,
    token,
    referredBy ?? '',
    consent,
    currentConsent?.version === consent ? currentConsent.text : '',
    randomEnd(),
    isSharedKey ? 'yes' : '',
  ]);
  if (reply[0] === 'known_phone')
    return { ok: false, code: 'phone_registered', member: findNamed(attempt.signup, reply) };
  if (reply[0] !== 'joined') return toRefusal(reply);
  const [, referralCode, statusToken, score, position] = reply;
  if (position) return { ok: true, position, referralCode, statusToken };
  const referralCount = countReferrals(referralCode, score);
  return { ok: true, admitted: true, referralCount, referralCode, statusToken };
}

/** Where the member with this phone is, if both names are the member's. Other names take as long. */
function findNamed(signup: SignupRequest, [, referralCode, record, position]: KnownPhone) {
  const member = parseRecord(referralCode, record ?? '');
  if (!member || foldNames(member) !== foldNames(signup)) return undefined;
  return { referralCode, ...(position ? { position } : { admitted: true as const }) };
}

const foldNames = ({ firstName, lastName }: Pick<SignupRequest, Field>) =>
  `${foldName(firstName)}\n${foldName(lastName)}`;
