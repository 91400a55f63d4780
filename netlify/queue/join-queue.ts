import {
  FIELDS,
  type Field,
  type Position,
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

/** How many signups one IP may send in ten minutes, and the key of their counter. */
export interface Limit {
  key: string;
  requests: number;
}

export interface Attempt {
  signup: Signup;
  /** The same for every retry of one signup. A signup without a key never counts as a retry. */
  idempotencyKey?: string | undefined;
  /** Today's consent text, if the form has one. */
  currentConsent?: { version: string; text: string } | null;
  /** For visitors; commands have none. */
  limit?: Limit | undefined;
  /** Milliseconds since 1970; now by default. */
  joinedAt?: number;
  /** Milliseconds since 1970, if the visitor didn't agree at joinedAt. */
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
 */
const JOIN_QUEUE = `
-- The limit's counter, if there's a limit.
local attempts = KEYS[${SCRIPT_KEYS.length + 1}]
local consent, referrer = args.consent, args.referredBy

local isConsentKnown = args.consentText or consent and redis.call('HEXISTS', consents, consent) == 1
local function storeConsentText()
  if args.consentText then redis.call('HSETNX', consents, consent, args.consentText) end
end

-- The member with this phone, if there is one. On a damaged list the score may be missing.
local registered = redis.call('HGET', phones, args.phone)
local position, score
if registered then position, score = locate(registered) end

-- The stored record if this is a retry of its signup: the same key, phone and names.
local function readRetried()
  local stored, record = readJson(members, registered), cjson.decode(args.record)
  local isSame = record.key and ${['key', ...FIELDS].map((field) => `stored.${field} == record.${field}`).join(' and ')}
  return isSame and stored
end
local retried = score and readRetried()

-- A retry without consent takes it back. Nothing changes an opt-out, and no unknown text a consent.
local changesConsent = retried and not retried.optedOutAt
  and consent ~= retried.consent and (not consent or isConsentKnown)

-- Before the limit, so that a visitor whose response was lost can always get it.
if retried and not changesConsent then
  return {'joined', registered, retried.token or '', position}
end

-- One command for the first attempt in ten minutes: most visitors send only one.
local isFirst = attempts and redis.call('SET', attempts, '1', 'NX', 'EX', 600)
if attempts and not isFirst and redis.call('INCR', attempts) > args.maxAttempts then
  -- In the last half second TTL is 0.
  return {'rate_limited', math.max(1, redis.call('TTL', attempts))}
end

if retried then
  storeConsentText()
  retried.consent, retried.consentAt = consent, consent and cjson.decode(args.record).joinedAt
  redis.call('HSET', members, registered, cjson.encode(retried))
  addEvent('updated', registered)
  return {'joined', registered, retried.token or '', position}
end

-- After the limit, otherwise probing for phones would cost no attempts. Anyone can know a phone, so a signup without
-- the member's key changes nothing.
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
local code, rest = args.codeEnd, ${PREFIX_START} - number
for _ = 1, ${PREFIX_LENGTH} do
  local digit = rest % 62
  code = string.sub('${BASE_62}', digit + 1, digit + 1) .. code
  rest = (rest - digit) / 62
end
redis.call('ZADD', queue, number, code)
local isReferrerUnknown = referrer and not addReferrals(referrer, 1)
storeConsentText()
-- Decoding and encoding a record takes as long as four commands.
local record = args.record
if isReferrerUnknown or consent and not isConsentKnown then
  local fields = cjson.decode(record)
  if isReferrerUnknown then fields.referredBy = nil end
  if not isConsentKnown then fields.consent = nil end
  record = cjson.encode(fields)
end
redis.call('HSET', members, code, record)
redis.call('HSET', phones, args.phone, code)
addEvent('joined', code)
if referrer and not isReferrerUnknown then addEvent('moved_up', referrer) end
return {'joined', code, args.token, redis.call('ZRANK', queue, code) + 1}
`;

type JoinArgs = Pick<Signup, 'phone' | 'referredBy' | 'consent'> & {
  /** As JSON (record.ts), stored as it is but for an unknown referrer or consent. */
  record: string;
  token: string;
  /** Only if the visitor agreed to today's text. */
  consentText: string | undefined;
  codeEnd: string;
  maxAttempts: number | undefined;
};

/** The visitor joined now, or earlier with the same key. */
type Joined = ['joined', code: string, token: string, position: Position];

/** There's no record if the list is damaged. */
type Registered = ['phone_registered', code: string, record: string | null, position: Position];

type Refused = [outcome: 'rate_limited' | 'list_full', retryAfterSeconds?: number];

const REPLIES = { joined: 3, phone_registered: 3, rate_limited: 1, list_full: 0 };
const joinScript = waitlistScript<JoinArgs, Joined | Registered | Refused>(JOIN_QUEUE, REPLIES);

/** Runs the script; a retry resolves with the current position or admission. */
export async function joinQueue(
  waitlist: Waitlist,
  attempt: Attempt,
): Promise<Result<SignupSuccess>> {
  const { signup, idempotencyKey: key, currentConsent, limit, consentAt } = attempt;
  const { phone, referredBy, consent } = signup;
  const { joinedAt = Date.now() } = attempt;
  const token = randomToken();
  const isToday = consent && currentConsent?.version === consent;
  const args: JoinArgs = {
    record: formatRecord({ ...signup, joinedAt, consentAt, key, token }),
    ...{ phone, token, referredBy, consent },
    consentText: isToday ? currentConsent.text : undefined,
    codeEnd: randomEnd(),
    maxAttempts: limit?.requests,
  };
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
function readRegistered(signup: Signup, [, referralCode, record, position]: Registered) {
  const member = parseRecord(referralCode, record ?? '');
  if (!member || foldNames(member) !== foldNames(signup)) return undefined;
  return { position, referralCode };
}

const foldNames = ({ firstName, lastName }: Pick<Signup, Field>) =>
  `${foldName(firstName)}\n${foldName(lastName)}`;
