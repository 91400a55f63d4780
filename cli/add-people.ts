import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { dayOf, KEYS } from '../netlify/queue/queue.ts';
import { formatDetails } from '../netlify/queue/record.ts';
import { joinNumber, randomEnd } from '../netlify/queue/referral-code.ts';
import { IMPORT_MEMBERS, RESERVE_NUMBERS } from './import-members.lua.ts';
import type { Person } from './read-people.ts';

const reserveScript = luaScript(RESERVE_NUMBERS);
const importScript = luaScript(IMPORT_MEMBERS);

/** Sees that nobody who joins from now on gets a join number up to `greatest`. */
export async function reserveNumbers(redis: ScriptRedis, greatest: number): Promise<void> {
  await reserveScript(redis, [KEYS.joined], [greatest]);
}

export type Added = 'added' | 'renewed' | 'there';

/**
 * Adds some people in one request, in this order. Whose code's join number is in `taken` gets a new
 * code, at the back of the line ('renewed'); the others keep theirs, and their numbers are taken then.
 */
export async function addPeople(
  redis: ScriptRedis,
  people: Person[],
  taken: Set<number>,
): Promise<Added[]> {
  const now = Date.now();
  const kept = people.map(({ code }) => {
    if (!code || taken.has(joinNumber(code))) return '';
    taken.add(joinNumber(code));
    return code;
  });
  const args = people.flatMap((person, i) => {
    const { phone, inviter = '', joinedAt = now } = person;
    const details = formatDetails({ ...person, joinedAt, consent: person.consent });
    return [phone, kept[i] ?? '', randomEnd(), inviter, details, dayOf(joinedAt)];
  });
  const keys = [KEYS.queue, KEYS.members, KEYS.joined, KEYS.days];
  const replies = (await importScript(redis, keys, args)) as number[];
  return people.map(({ code }, i) => {
    if (Number(replies[i]) === 0) return 'there';
    return code && !kept[i] ? 'renewed' : 'added';
  });
}
