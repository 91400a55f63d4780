import { nanoid } from 'nanoid';
import { parseRecord } from './record.ts';
import { DEADLINE_MS } from './redis.ts';
import { countReferrals } from './score.ts';
import { type Waitlist, waitlistScript } from './script.ts';
import { eventData, POST_DEADLINE_MS, postEvent, type Receiver, THROTTLED } from './webhook.ts';

const CONCURRENCY = 10;
/** Netlify ends a scheduled function after 30 seconds, and the last post may take POST_DEADLINE_MS. */
const WORK_MS = 20_000;
/** Outlasts the response to a script, a post and the next script's six requests, so that no two deliveries run at once. */
const LEASE_MS = POST_DEADLINE_MS + 7 * DEADLINE_MS;

/** The pause after failure n is n² minutes, so this failure comes after three days. */
export const MAX_FAILURES = 24;

/**
 * Settles the events that were posted, then hands out the first event of each member whose time has come, with
 * what its body needs. One script, so that only the delivery with the lease gets events.
 *
 * ARGV  token of this delivery, milliseconds of its lease, now in milliseconds since 1970
 *       how many events it takes, how many it's still posting
 *       what it has posted, as JSON: [{code, type, id, cause}], with a cause if it failed
 */
const NEXT_EVENTS = `
local token, leaseMs, nowText, count, posting, postedJson = unpack(ARGV, FIRST_ARG)
local now = tonumber(nowText)

-- Removes an event that was posted, or says when it's due again if that failed.
local function settle(posted)
  local events = readJson(outboxEvents, posted.code)
  local event = events[posted.type]
  -- A new event of this type may have replaced it in the meantime.
  local isSame = event and event.id == posted.id
  -- The member's next event, if there's one, is due now.
  local dueAt = now
  if isSame and not posted.cause then
    events[posted.type] = nil
  elseif isSame then
    event.failures, event.cause, event.failedAt = event.failures + 1, posted.cause, now
    dueAt = now + event.failures ^ 2 * 60000
    -- The last failure: another event, or webhook --retry, makes it due again, and counts anew.
    if event.failures == ${MAX_FAILURES} then event.failures, dueAt = 0, nil end
  end
  writeEvents(posted.code, events, dueAt)
end

-- A member's first event, which isn't due again before the lease ends, in case this delivery is killed.
local function handOut(code)
  local events = readJson(outboxEvents, code)
  for _, eventType in ipairs({'member.joined', 'member.moved_up', 'member.admitted', 'member.updated', 'member.left'}) do
    local event = events[eventType]
    if event then
      event.tried = true
      writeEvents(code, events, now + leaseMs)
      local record, position, score = redis.call('HGET', members, code), locate(code)
      return {code, eventType, event.id, event.time, record, score, position}
    end
  end
  -- An operator may have deleted the member's events.
  writeEvents(code, {}, nil)
end

for _, posted in ipairs(cjson.decode(postedJson)) do settle(posted) end

local reply = {'events'}
local holder = redis.call('GET', outboxLease)
-- Without a last number the database isn't the list's, and members only seem to have left.
if not lastNumber or holder and holder ~= token then return reply end
for _, code in ipairs(redis.call('ZRANGEBYSCORE', outbox, 0, now, 'LIMIT', 0, count)) do
  reply[#reply + 1] = handOut(code)
end
if #reply > 1 or posting ~= '0' then
  redis.call('SET', outboxLease, token, 'PX', leaseMs)
else
  redis.call('DEL', outboxLease)
end
return reply
`;

/** An event with its member's record and rank; record and score are null if the member has none. */
type NextEvent = [
  code: string,
  type: string,
  id: string,
  time: number,
  record: string | null,
  score: number | null,
  position: number | null,
];

const nextScript = waitlistScript<['events', ...NextEvent[]]>(NEXT_EVENTS);

/**
 * Posts the events whose time has come, ten at once, and starts none after 20 seconds, ten failures in a row, or
 * a 429. Resolves with how many are done, how many failed, and why the last of those did.
 */
export async function deliverEvents(waitlist: Waitlist, receiver: Receiver) {
  const delivery = { done: 0, failed: 0, cause: undefined as string | undefined };
  const [token, stopsAt] = [nanoid(), Date.now() + WORK_MS];
  const posting = new Set<Promise<void>>();
  const posted: object[] = [];
  let failuresInARow = 0;
  let isThrottled = false;

  async function deliver(event: NextEvent): Promise<void> {
    const [code, type, id] = event;
    const cause = await post(receiver, event);
    posted.push({ code, type, id, cause });
    delivery[cause ? 'failed' : 'done'] += 1;
    failuresInARow = cause ? failuresInARow + 1 : 0;
    delivery.cause = cause ?? delivery.cause;
    isThrottled ||= cause === THROTTLED;
  }

  for (;;) {
    const isOver = Date.now() >= stopsAt || isThrottled;
    // Those under way may fail, too, which makes at most ten failures in a row.
    const room = CONCURRENCY - failuresInARow - posting.size;
    const count = isOver ? 0 : Math.max(0, room);
    const results = JSON.stringify(posted.splice(0));
    const args = [token, LEASE_MS, Date.now(), count, posting.size, results];
    const [, ...events] = await nextScript(waitlist, args);
    // A function that was frozen may have lost its lease.
    for (const event of Date.now() < stopsAt ? events : []) {
      const promise = deliver(event).finally(() => posting.delete(promise));
      posting.add(promise);
    }
    if (!posting.size && !posted.length) return delivery;
    if (!posted.length) await Promise.race(posting);
  }
}

/** Resolves with why the event has to be posted again, or undefined if it's done. */
async function post(
  receiver: Receiver,
  [code, type, id, time, record, score, position]: NextEvent,
): Promise<string | undefined> {
  if (record === null) return postEvent(receiver, { id, type: 'member.left', time }, { code });
  const member = parseRecord(code, record);
  if (!member || score === null) return "the member's record or score can't be read";
  const wasPutBack = type === 'member.admitted' && position !== null;
  const wasAdmitted = type === 'member.moved_up' && position === null;
  if (wasPutBack || wasAdmitted) return undefined;
  const data = eventData(receiver, member, position, countReferrals(code, score));
  return postEvent(receiver, { id, type, time }, data);
}
