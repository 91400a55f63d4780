import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { KEYS } from '../netlify/queue/queue.ts';
import { randomEnd } from '../netlify/queue/referral-code.ts';
import { RESTORING, UNREADABLE } from './keys.ts';
import type { Problem, ProblemKind } from './problems.ts';
import * as lua from './repairs.lua.ts';
import { replaceInviter } from './replace-inviter.ts';

type Repair<Kind extends ProblemKind> = (
  redis: ScriptRedis,
  problem: Extract<Problem, { kind: Kind }>,
) => Promise<unknown>;

/** As long as the longest window of a counter: netlify/queue/settings.ts. */
const DAY_SECONDS = 86_400;

const raiseJoined = luaScript(lua.RAISE_JOINED);
const moveAside = luaScript(lua.MOVE_ASIDE);
const renumber = luaScript(lua.RENUMBER);
const replaceRecord = luaScript(lua.REPLACE_RECORD);
const givePlace = luaScript(lua.GIVE_PLACE);
const setScore = luaScript(lua.SET_SCORE);
const raiseDay = luaScript(lua.RAISE_DAY);
const limitCounter = luaScript(lua.LIMIT_COUNTER);
const dropLeftover = luaScript(lua.DROP_LEFTOVER);

const { queue, members, joined, days } = KEYS;

const REPAIRS: { [Kind in Exclude<ProblemKind, 'strange_key'>]: Repair<Kind> } = {
  counter_behind: (redis, { greatest }) => raiseJoined(redis, [joined], [greatest]),
  unreadable: (redis, { stored }) => moveAside(redis, [members, UNREADABLE], stored),
  taken_number: (redis, { code, stored, isHers, friends }) =>
    renumber(
      redis,
      [queue, members, joined],
      [...stored, isHers ? code : '', randomEnd(), ...friends.flat()],
    ),
  impossible_inviter: (redis, { stored: [phone, record] }) =>
    replaceRecord(redis, [members], [phone, record, replaceInviter(record)]),
  no_place: (redis, { code, due, stored }) =>
    givePlace(redis, [queue, members], [...stored, code, due]),
  wrong_score: (redis, { code, score, due }) => setScore(redis, [queue], [code, score, due]),
  ghost: (redis, { code, score }) => setScore(redis, [queue], [code, score, '']),
  day_behind: (redis, { day, counted, alone, invited }) =>
    raiseDay(redis, [days], [day, counted, alone, invited]),
  endless_counter: (redis, { key }) => limitCounter(redis, [key], [DAY_SECONDS]),
  leftover: (redis, { key }) => dropLeftover(redis, [RESTORING.lock, key], []),
};

/** Whether a repair of this problem exists; what is not ours is left alone. */
export function isMendable({ kind }: Problem): boolean {
  return kind in REPAIRS;
}

/**
 * Mends one problem if it still stands as it was seen; resolves with whether it did. Throws when
 * Redis fails.
 */
export async function repair(redis: ScriptRedis, problem: Problem): Promise<boolean> {
  if (problem.kind === 'strange_key') return false;
  const mend = REPAIRS[problem.kind] as Repair<ProblemKind>;
  return (await mend(redis, problem)) === 1;
}
