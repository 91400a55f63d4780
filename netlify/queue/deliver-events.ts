import { nanoid } from 'nanoid';
import { parseRecord } from './record.ts';
import { DEADLINE_MS } from './redis.ts';
import { type EventType, type Waitlist, waitlistScript } from './script.ts';
import { eventData, POST_DEADLINE_MS, postEvent, type Receiver, THROTTLED } from './webhook.ts';

/** How many events are posted at once. */
const BATCH_SIZE = 10;
/** Netlify ends a scheduled function after 30 seconds, and the last posts may take POST_DEADLINE_MS. */
const WORK_MS = 20_000;
/** Outlasts the response to a script, the posts and the next script's four requests, so that no two deliveries run at once. */
const LEASE_MS = POST_DEADLINE_MS + 5 * DEADLINE_MS;

const MINUTE_MS = 60_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Settles the events that were posted, then hands out those that have been due longest, with what their bodies need.
 * One script, so that only the delivery with the lease gets events; it may be sent twice.
 */
const NEXT_EVENTS = `
-- Somebody may have deleted it.
local function timeOf(event) return redis.call('HGET', outboxTimes, event) or '0' end

local function settle(event, time, outcome)
  -- It has happened again since, and is due already.
  if timeOf(event) ~= time then return end
  local age = args.now - time
  if outcome == 'failed' and age < ${GIVE_UP_AFTER_MS} then
    redis.call('ZADD', outbox, 'XX', args.now + math.max(age / 2, ${MINUTE_MS}), event)
  else
    redis.call('ZREM', outbox, event)
    redis.call('HDEL', outboxTimes, event)
  end
end

for i = 1, #args.posted, 3 do settle(unpack(args.posted, i, i + 2)) end

local holder = redis.call('GET', outboxLease)
if holder and holder ~= args.token then return {'events', {}} end
redis.call('SET', outboxLease, args.token, 'PX', args.leaseMs)

local events = {}
for _, event in ipairs(redis.call('ZRANGEBYSCORE', outbox, 0, args.now, 'LIMIT', 0, args.count)) do
  local code = string.match(event, '%S*$')
  local record, position, score = redis.call('HGET', members, code), locate(code)
  events[#events + 1] = {event, timeOf(event), record, score, position}
end
if #events == 0 then redis.call('DEL', outboxLease) end
return {'events', events}
`;

/** A `count` of 0 ends the lease; `posted` has three texts each: event, time as handed out, and done or failed. */
type NextArgs = { token: string; leaseMs: number; now: number; count: number; posted: string[] };

/** An event, with its member's record and rank; record and score are null if the member has none. */
type NextEvent = [
  event: string,
  time: string,
  record: string | null,
  score: number | null,
  position: number | null,
];

const nextScript = waitlistScript<NextArgs, ['events', NextEvent[]]>(NEXT_EVENTS, { events: 1 });

/**
 * Posts the events that are due, ten at once, until none is left, 20 seconds are over, all ten failed, or the
 * receiver asks for fewer. Resolves with how many are done, how many failed, and why the last of those did.
 */
export async function deliverEvents(waitlist: Waitlist, receiver: Receiver) {
  const delivery = { done: 0, failed: 0, cause: undefined as string | undefined };
  const [token, stopsAt] = [nanoid(), Date.now() + WORK_MS];
  async function deliver(next: NextEvent) {
    const [event, time] = next;
    const cause = await deliverOne(receiver, next);
    delivery[cause ? 'failed' : 'done'] += 1;
    delivery.cause = cause ?? delivery.cause;
    return { event, time, cause };
  }

  let posted: string[] = [];
  for (let count = BATCH_SIZE; ; ) {
    const args = { token, leaseMs: LEASE_MS, now: Date.now(), count, posted };
    const [, due] = await nextScript(waitlist, args);
    if (!due.length) return delivery;
    // A function that was frozen may have lost its lease, and has old data.
    const results = await Promise.all(Date.now() < stopsAt ? due.map(deliver) : []);
    posted = results.flatMap(({ event, time, cause }) => [event, time, cause ? 'failed' : 'done']);
    const causes = results.flatMap(({ cause }) => cause ?? []);
    const isRefused = causes.length === BATCH_SIZE || causes.includes(THROTTLED);
    if (isRefused || Date.now() >= stopsAt) count = 0;
  }
}

/** Resolves with why the event has to be posted again, or undefined if it's done. */
async function deliverOne(receiver: Receiver, next: NextEvent): Promise<string | undefined> {
  const [event, time, record, score, position] = next;
  const [type, code] = event.split(' ') as [EventType, code: string];
  // A full stop would separate it from the timestamp in what's signed.
  const id = `${time}_${type.replace('.', '_')}_${code}`;
  const tell = (data: object) => postEvent(receiver, { id, type, time: Number(time) }, data);
  if (type === 'member.left') return tell({ code });
  if (record === null) return undefined;
  const member = parseRecord(code, record);
  if (!member || score === null) return "the member's record or score can't be read";
  const wasPutBack = type === 'member.admitted' && position !== null;
  const wasAdmitted = type === 'member.moved_up' && position === null;
  if (wasPutBack || wasAdmitted) return undefined;
  return tell(eventData(receiver.site, member, score, position));
}
