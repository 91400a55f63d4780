import { nanoid } from 'nanoid';
import { NEXT_EVENT } from './next-event.lua.ts';
import { parseRecord } from './record.ts';
import { countReferrals } from './referral-code.ts';
import { type Waitlist, waitlistScript } from './waitlist-script.ts';
import { eventData, postEvent, type Receiver, type WebhookEvent } from './webhook.ts';

/** Netlify ends a scheduled function after 30 seconds, and the last request may take five. */
const WORK_MS = 20_000;
/** Longer than a delivery can take, so that no two run at once. */
const LEASE_MS = 40_000;
/** The pause after failure n is n² minutes, so this failure comes after three days. */
export const MAX_FAILURES = 24;

type DueReply = [
  outcome: 'due',
  referralCode: string,
  event: string,
  record: string | null,
  score: string | null,
  position: number | null,
];

const nextScript = waitlistScript<DueReply | ['none']>(NEXT_EVENT);

/**
 * Posts the events that are due, one after the other, and starts none after 20 seconds. Resolves with how
 * many are done, how many failed, and why the last of those failed. Throws Unavailable if Redis fails.
 */
export async function deliverEvents(waitlist: Waitlist, receiver: Receiver, clock = Date.now) {
  const outbox = { ...waitlist, webhooks: true };
  const delivery = { done: 0, failed: 0, cause: undefined as string | undefined };
  const [token, stopsAt] = [nanoid(), clock() + WORK_MS];
  let settled: (string | number)[] = [];
  for (;;) {
    const reply = await nextScript(outbox, [token, LEASE_MS, clock(), stopsAt, ...settled]);
    // A function that was frozen may have lost its lease.
    if (reply[0] === 'none' || clock() >= stopsAt) return delivery;
    const [, code, json] = reply;
    const event: WebhookEvent & { failures: number } = JSON.parse(json);
    const cause = await deliverEvent(receiver, event, reply);
    if (cause) delivery.cause = cause;
    delivery[cause ? 'failed' : 'done'] += 1;
    // 0 at the last one; after `webhook --retry` counting starts again.
    const failures = (event.failures + 1) % MAX_FAILURES;
    const next = failures === 0 ? 'failed' : 'retry';
    settled = [code, event.id, cause ? next : 'done', clock() + failures ** 2 * 60_000];
  }
}

/** Resolves with why the event has to be posted again, or undefined if it's done. */
async function deliverEvent(
  receiver: Receiver,
  event: WebhookEvent,
  [, code, , record, score, position]: DueReply,
): Promise<string | undefined> {
  if (record === null) return postEvent(receiver, { ...event, type: 'member.left' }, { code });
  const member = parseRecord(code, record);
  if (!member || score === null) return "the member's record or score can't be read";
  // The member was put back into the queue, or admitted, before this was posted.
  if (event.type === (position ? 'member.admitted' : 'member.moved_up')) return undefined;
  const referrals = countReferrals(code, Number(score));
  return postEvent(receiver, event, eventData(member, position, referrals));
}
