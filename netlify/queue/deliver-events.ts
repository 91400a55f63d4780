import { nanoid } from 'nanoid';
import { NEXT_EVENTS } from './next-events.lua.ts';
import { parseRecord } from './record.ts';
import { countReferrals } from './referral-code.ts';
import { type Waitlist, waitlistScript } from './script.ts';
import { eventData, postEvent, type Receiver, THROTTLED } from './webhook.ts';

const CONCURRENCY = 10;
/** Netlify ends a scheduled function after 30 seconds, and the last request may take five. */
const WORK_MS = 20_000;
/** Longer than two scripts can be apart, so that no two deliveries run at once. */
const LEASE_MS = 15_000;

/** An event with its member's record, score and position, each null if the member has none. */
type NextEvent = [
  ...event: [code: string, type: string, id: string, time: number],
  ...member: [record: string | null, score: string | null, position: number | null],
];

const nextScript = waitlistScript<['events', ...NextEvent[]]>(NEXT_EVENTS);

/**
 * Posts the events whose time has come, ten at once, and starts none after 20 seconds, ten failures in a row, or
 * a 429. Resolves with how many are done, how many failed, and why the last of those did. Throws Unavailable if
 * Redis fails or a restore is running.
 */
export async function deliverEvents(waitlist: Waitlist, receiver: Receiver, clock = Date.now) {
  const delivery = { done: 0, failed: 0, cause: undefined as string | undefined };
  const [token, stopsAt] = [nanoid(), clock() + WORK_MS];
  const posting = new Set<Promise<void>>();
  const posted: object[] = [];
  let failuresInARow = 0;

  async function deliver(event: NextEvent): Promise<void> {
    const [code, type, id] = event;
    const cause = await post(receiver, event);
    posted.push({ code, type, id, cause });
    delivery[cause ? 'failed' : 'done'] += 1;
    failuresInARow = cause ? failuresInARow + 1 : 0;
    delivery.cause = cause ?? delivery.cause;
  }

  for (;;) {
    const isOver = clock() >= stopsAt || delivery.cause === THROTTLED;
    const count = isOver ? 0 : Math.max(0, CONCURRENCY - failuresInARow - posting.size);
    const settled = JSON.stringify(posted.splice(0));
    const args = [token, LEASE_MS, clock(), count, posting.size, settled];
    const [, ...events] = await nextScript(waitlist, args);
    // A function that was frozen may have lost its lease.
    for (const event of clock() < stopsAt ? events : []) {
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
  // The member was put back into the queue, or admitted, before this was posted.
  if (type === (position ? 'member.admitted' : 'member.moved_up')) return undefined;
  const data = eventData(member, position, countReferrals(code, Number(score)));
  return postEvent(receiver, { id, type, time }, data);
}
