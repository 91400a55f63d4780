import { ADMIT_MEMBERS, UNDO_WAVE } from './admit-members.lua.ts';
import { KEYS } from './keys.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { timeOf } from './record.ts';
import { Unavailable } from './redis.ts';

/** So many codes in one step: a few milliseconds in which nobody else is served. */
export const STEP = 200;

export type AdmitResult =
  | { outcome: 'admitted'; people: number; inWave: number }
  | { outcome: 'unreadable'; code: string };

const admitScript = luaScript(ADMIT_MEMBERS);
const undoScript = luaScript(UNDO_WAVE);
const keys = [KEYS.queue, KEYS.admitted, KEYS.members, KEYS.waves];

/**
 * One step of letting in whoever is first in line, until the wave has `total` members: at most STEP of
 * them, none where it has as many. 'unreadable' changes nothing. Throws when Redis fails.
 */
export function admitNext(redis: ScriptRedis, wave: string, total: number): Promise<AdmitResult> {
  return admit(redis, [wave, timeOf(Date.now()), total, STEP]);
}

/** The same for some codes, at most STEP: those of them who are in line. */
export function admitCodes(
  redis: ScriptRedis,
  wave: string,
  codes: string[],
): Promise<AdmitResult> {
  return admit(redis, [wave, timeOf(Date.now()), 0, 0, ...codes]);
}

async function admit(redis: ScriptRedis, args: (string | number)[]): Promise<AdmitResult> {
  const reply = await admitScript(redis, keys, args);
  const [outcome, first, second] = Array.isArray(reply) ? reply : [];
  if (outcome === 'admitted' && Number.isInteger(first)) {
    return { outcome, people: first, inWave: second };
  }
  if (outcome === 'unreadable') return { outcome, code: first };
  throw new Unavailable('Redis answered something that is no reply of the script');
}

/** Puts those of some codes, at most STEP, who are in a wave back in line; how many. Throws when Redis fails. */
export async function undoWave(redis: ScriptRedis, wave: string, codes: string[]): Promise<number> {
  const reply = await undoScript(redis, keys, [wave, ...codes]);
  return Number((reply as unknown[])[1]);
}
