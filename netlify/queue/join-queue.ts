import {
  FIELDS,
  type Field,
  type Position,
  type RegisteredMember,
  type Result,
  type Signup,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { foldName } from '../../src/waitlist/shared/name.ts';
import { SCRIPT_KEYS } from './keys.ts';
import { formatRecord, parseRecord } from './record.ts';
import {
  BASE_62,
  JOIN_NUMBER_LIMIT,
  PREFIX_LENGTH,
  PREFIX_START,
  randomEnd,
  randomToken,
} from './referral-code.ts';
import { type Waitlist, waitlistScript } from './script.ts';

/** How many signups one IP may send per window, and the key of their counter. */
export interface Limit {
  key: string;
  requests: number;
  windowSeconds: number;
}

export interface Attempt {
  signup: Signup;
  /** The same for every retry of one signup. A signup without a key never counts as a retry. */
  idempotencyKey?: string | undefined;
  /** Today's consent text, if the form has one. */
  currentConsent?: { version: string; text: string } | null;
  /** For visitors; commands have none. */
  limit?: Limit | undefined;
  /** Milliseconds since 1970, like the next. */
  joinedAt?: number;
  /** When the visitor agreed, if it wasn't at joinedAt. */
  consentAt?: number | undefined;
}

/**
 * Checks for a retry, the limit and a registered phone, in this order, then adds the member and credits the referrer.
 *
 * One script, because Redis runs scripts one at a time: no two visitors get the same join number, and nobody
 * is in the queue without a record. Redis doesn't roll scripts back, so `verify` repairs interrupted ones.
 *
 * A new member gets an entry in members, queue and phones, and lastJoinNumber rises; the first one with a
 * consent text adds it to consents. The referrer's score falls in queue or admitted. A retry rewrites the record if
 * it gives or takes back consent. The limit has a counter, and while webhooks are on, the events of member and
 * referrer go into outbox and outboxTimes.
 *
 * Keys are named as in keys.ts; the functions that aren't here are in script.ts.
 *
 * KEYS  the limit's counter, if there's a limit
 * ARGV  record as JSON (record.ts), from which an unknown referrer or consent is removed
 *       phone, token, referrer's code and consent version in the record, the last two may be empty
 *       consent text if the visitor agreed to today's, otherwise an empty string
 *       random end of the new code
 *       the limit's requests and seconds, empty without a limit
 */
const JOIN_QUEUE = `
local recordJson, phone, token, referrer, consent, consentText, random, requests, windowSeconds = unpack(ARGV, FIRST_ARG)
local attempts = KEYS[${SCRIPT_KEYS.length + 1}]

local isConsentKnown = consentText ~= ''
  or consent ~= '' and redis.call('HEXISTS', consents, consent) == 1
local function storeConsentText()
  if consentText ~= '' then redis.call('HSETNX', consents, consent, consentText) end
end

-- The member with this phone, if there is one. On a damaged list the score may be missing.
local registered = redis.call('HGET', phones, phone)
local position, score
if registered then position, score = locate(registered) end

-- The stored record if this is a retry of its signup: the same key, phone and names.
local function readRetried()
  local stored, record = readJson(members, registered), cjson.decode(recordJson)
  local isSame = record.key and ${['key', ...FIELDS].map((field) => `stored.${field} == record.${field}`).join(' and ')}
  return isSame and stored
end
local retried = score and readRetried()

-- A retry without consent takes it back. Nothing changes an opt-out, and no unknown text a consent.
local agreed = consent ~= '' and consent or nil
local changesConsent = retried and not retried.optedOutAt
  and agreed ~= retried.consent and (not agreed or isConsentKnown)

-- A retry that changes nothing comes before the limit: a visitor whose response was lost can always get it.
-- Registered phones come after it, otherwise probing for phones would cost no attempts.
local isAttempt = attempts and (not retried or changesConsent)
-- One command for the first attempt of a window: most visitors send only one.
local isFirst = isAttempt and redis.call('SET', attempts, '1', 'NX', 'EX', windowSeconds)
if isAttempt and not isFirst and redis.call('INCR', attempts) > tonumber(requests) then
  -- In the last half second TTL is 0.
  return {'rate_limited', math.max(1, redis.call('TTL', attempts))}
end

if changesConsent then
  storeConsentText()
  retried.consent, retried.consentAt = agreed, agreed and cjson.decode(recordJson).joinedAt
  redis.call('HSET', members, registered, cjson.encode(retried))
  addEvent('updated', registered)
end
if retried then return {'joined', registered, retried.token or '', position} end

-- Anyone can know a phone, so a signup without the member's key changes nothing.
if registered then
  return {'phone_registered', registered, score and redis.call('HGET', members, registered), position}
end

-- Counting anew would give the next visitors the first positions.
local isNumber = string.match(lastNumber or '', '^%d+$')
if not isNumber and redis.call('EXISTS', members, queue, admitted) > 0 then
  return {'unavailable', 'the last join number is missing or wrong: run verify'}
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
storeConsentText()
-- Decoding and encoding a record takes as long as four commands.
if isReferrerUnknown or agreed and not isConsentKnown then
  local record = cjson.decode(recordJson)
  if isReferrerUnknown then record.referredBy = nil end
  if not isConsentKnown then record.consent = nil end
  recordJson = cjson.encode(record)
end
redis.call('HSET', members, code, recordJson)
redis.call('HSET', phones, phone, code)
addEvent('joined', code)
if referrer ~= '' and not isReferrerUnknown then addEvent('moved_up', referrer) end
return {'joined', code, token, redis.call('ZRANK', queue, code) + 1}
`;

/** Now, or earlier with the same key. */
type Joined = ['joined', code: string, token: string, position: Position];

/** There's no record if the list is damaged. */
type Registered = ['phone_registered', code: string, record: string | null, position: Position];

type Refused = [outcome: 'rate_limited' | 'list_full', retryAfterSeconds?: number];

const REPLIES = { joined: 3, phone_registered: 3, rate_limited: 1, list_full: 0 };
const joinScript = waitlistScript<Joined | Registered | Refused>(JOIN_QUEUE, REPLIES);

/** Runs the script; a retry resolves with the current position or admission. */
export async function joinQueue(
  waitlist: Waitlist,
  attempt: Attempt,
): Promise<Result<SignupSuccess>> {
  const { signup, idempotencyKey: key, currentConsent, limit, consentAt } = attempt;
  const { phone, referredBy = '', consent = '' } = signup;
  const { joinedAt = Date.now() } = attempt;
  const token = randomToken();
  const args = [
    formatRecord({ ...signup, joinedAt, consentAt, key, token }),
    phone,
    token,
    referredBy,
    consent,
    currentConsent?.version === consent ? currentConsent.text : '',
    randomEnd(),
    limit?.requests ?? '',
    limit?.windowSeconds ?? '',
  ];
  const reply = await joinScript(waitlist, args, limit ? [limit.key] : []);
  if (reply[0] === 'phone_registered') {
    const registered = readRegistered(signup, reply);
    return { ok: false, code: reply[0], fields: ['phone'], registered };
  }
  if (reply[0] !== 'joined') return { ok: false, code: reply[0], retryAfterSeconds: reply[1] };
  const [, referralCode, statusToken, position] = reply;
  return { ok: true, position, referralCode, statusToken };
}

/** The member with this phone, if both names are the member's. Other names take as long. */
function readRegistered(
  signup: Signup,
  [, referralCode, record, position]: Registered,
): RegisteredMember | undefined {
  const member = parseRecord(referralCode, record ?? '');
  if (!member || foldNames(member) !== foldNames(signup)) return undefined;
  return { position, referralCode };
}

const foldNames = ({ firstName, lastName }: Pick<Signup, Field>) =>
  `${foldName(firstName)}\n${foldName(lastName)}`;
