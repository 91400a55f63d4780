import { ADMIT_FIRST, ADMIT_MEMBERS, UNDO_WAVE } from './admit-members.lua.ts';
import { timeOf } from './record.ts';
import { type Waitlist, waitlistScript } from './waitlist-script.ts';

/** How many codes one script takes: it blocks Redis for a few milliseconds. */
export const BATCH_SIZE = 200;

type AdmitReply =
  | ['admitted', count: number, inWave: number]
  | ['unreadable', referralCode: string];

const admitMembersScript = waitlistScript<AdmitReply>(ADMIT_MEMBERS);
const admitFirstScript = waitlistScript<AdmitReply>(ADMIT_FIRST);
const undoScript = waitlistScript<['undone', count: number]>(UNDO_WAVE);

/**
 * Admits those of at most BATCH_SIZE codes that wait in the queue to a wave. Resolves with how many it
 * admitted and how many the wave has now, or with the code of a record that it can't read; then it changes
 * nothing. Throws Unavailable if Redis fails.
 */
export async function admitMembers(waitlist: Waitlist, wave: string, codes: string[]) {
  return toOutcome(await admitMembersScript(waitlist, [wave, timeOf(Date.now()), ...codes]));
}

/** The same for at most BATCH_SIZE members at the front of the queue, until the wave has `total` members. */
export async function admitFirst(waitlist: Waitlist, wave: string, total: number) {
  const args = [wave, timeOf(Date.now()), total, BATCH_SIZE];
  return toOutcome(await admitFirstScript(waitlist, args));
}

function toOutcome(reply: AdmitReply) {
  if (reply[0] === 'unreadable') return { code: reply[1] };
  const [, count, inWave] = reply;
  return { count, inWave };
}

/** Puts those of at most BATCH_SIZE codes that are in a wave back in the queue; resolves with how many. */
export async function undoWave(waitlist: Waitlist, wave: string, codes: string[]): Promise<number> {
  const [, count] = await undoScript(waitlist, [wave, ...codes]);
  return count;
}
