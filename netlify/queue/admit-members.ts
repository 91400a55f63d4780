import { ADMIT_MEMBERS, UNDO_WAVE } from './admit-members.lua.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { timeOf } from './record.ts';
import { Unavailable } from './redis.ts';

/** So many codes in one step: a few milliseconds in which nobody else is served. */
export const STEP = 200;

const admitScript = luaScript(ADMIT_MEMBERS);
const undoScript = luaScript(UNDO_WAVE);
const keys = [KEYS.queue, KEYS.admitted, KEYS.members, KEYS.waves];

/**
 * Admits at most STEP members to a wave: those of some codes who wait, or the first of the queue until
 * the wave has so many in all. Resolves with how many were admitted and how many the wave has now, or
 * with the code of a record that cannot be read; then nothing was changed. Throws when Redis fails.
 */
export async function admitMembers(
  redis: ScriptRedis,
  wave: string,
  who: number | string[],
): Promise<{ people: number; inWave: number } | { unreadable: string }> {
  const args = typeof who === 'number' ? [who, STEP] : [0, 0, ...who];
  const reply = await admitScript(redis, keys, [wave, timeOf(Date.now()), ...args]);
  const [outcome, first, inWave] = Array.isArray(reply) ? reply : [];
  if (outcome === 'admitted') return { people: first, inWave };
  if (outcome === 'unreadable') return { unreadable: first };
  throw new Unavailable('Redis answered something that is no reply of the script');
}

/** Puts those of at most STEP codes that are in a wave back in the queue; how many. Throws when Redis fails. */
export async function undoWave(redis: ScriptRedis, wave: string, codes: string[]): Promise<number> {
  return Number(await undoScript(redis, keys, [wave, ...codes]));
}
