import { ADMIT_FIRST, ADMIT_MEMBERS, UNDO_WAVE } from './admit-members.lua.ts';
import { timeOf } from './record.ts';
import { type Waitlist, waitlistScript } from './waitlist-script.ts';

/** How many codes one script takes: it blocks Redis for a few milliseconds. */
export const BATCH_SIZE = 200;

const REPLIES = {
  admitted: { count: 'integer', inWave: 'integer' },
  unreadable: { code: 'string' },
} as const;

const admitMembersScript = waitlistScript(ADMIT_MEMBERS, REPLIES);
const admitFirstScript = waitlistScript(ADMIT_FIRST, REPLIES);
const undoScript = waitlistScript(UNDO_WAVE, { undone: { count: 'integer' } });

/**
 * Admits those of at most BATCH_SIZE codes who wait to a wave. Resolves with how many were admitted and how
 * many the wave has now, or with the code of a record that cannot be read; then nothing was changed.
 * Throws when Redis fails.
 */
export const admitMembers = (waitlist: Waitlist, wave: string, codes: string[]) =>
  admitMembersScript(waitlist, [wave, timeOf(Date.now()), ...codes]);

/** As admitMembers, for at most BATCH_SIZE members of the queue's front, until the wave has `total` in all. */
export const admitFirst = (waitlist: Waitlist, wave: string, total: number) =>
  admitFirstScript(waitlist, [wave, timeOf(Date.now()), total, BATCH_SIZE]);

/** Puts those of at most BATCH_SIZE codes that are in a wave back in the queue; how many. Throws when Redis fails. */
export async function undoWave(waitlist: Waitlist, wave: string, codes: string[]): Promise<number> {
  return (await undoScript(waitlist, [wave, ...codes])).count;
}
