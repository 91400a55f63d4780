import { ADMIT_MEMBERS, UNDO_WAVE } from './admit-members.lua.ts';
import { timeOf } from './record.ts';
import { type Waitlist, waitlistScript } from './script.ts';

/** How many members one script handles; it blocks Redis for a few milliseconds. */
export const BATCH_SIZE = 200;

type AdmitReply =
  | ['admitted', count: number, inWave: number]
  | ['unreadable', referralCode: string];

const admitScript = waitlistScript<AdmitReply>(ADMIT_MEMBERS);
const undoScript = waitlistScript<['undone', count: number]>(UNDO_WAVE);

/**
 * Admits waiting members to a wave, by at most BATCH_SIZE codes, until it has `total` members. Resolves with
 * how many it admitted and how many the wave has now. If it can't read a record, it changes nothing and
 * resolves with that code. Throws Unavailable if Redis fails.
 */
export async function admitMembers(
  waitlist: Waitlist,
  wave: string,
  codes: string[],
  total?: number,
) {
  const args = [wave, timeOf(Date.now()), JSON.stringify(codes), total ?? ''];
  const reply = await admitScript(waitlist, args);
  if (reply[0] === 'unreadable') return { code: reply[1] };
  const [, count, inWave] = reply;
  return { count, inWave };
}

/** Puts a wave's members back in the queue, by at most BATCH_SIZE codes; resolves with how many. */
export async function undoWave(waitlist: Waitlist, wave: string, codes: string[]): Promise<number> {
  const [, count] = await undoScript(waitlist, [wave, JSON.stringify(codes)]);
  return count;
}
