import type { Redis } from '@upstash/redis';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { KEYS } from '../netlify/queue/queue.ts';
import type { Member } from '../netlify/queue/record.ts';
import { ERASE } from './erase.lua.ts';
import { UNREADABLE } from './keys.ts';
import type { Stored } from './problems.ts';
import { readRecords } from './read-list.ts';
import { REPLACE_RECORD } from './repairs.lua.ts';
import { replaceInviter } from './replace-inviter.ts';

export type EraseRedis = ScriptRedis & Pick<Redis, 'hlen' | 'hscan'>;

const eraseScript = luaScript(ERASE);
const replaceRecord = luaScript(REPLACE_RECORD);

/** Records under way at once. */
const AT_ONCE = 16;

/**
 * Takes one member off the list so that nothing of her is left in any key but the counts, which name
 * nobody. Her friends keep their places; her inviter goes back five, and is resolved with if there
 * was one. Harmless to repeat: a second run does what the first could not finish. Throws when Redis
 * fails.
 */
export async function erase(
  redis: EraseRedis,
  { phone, code }: Pick<Member, 'phone' | 'code'>,
): Promise<string | undefined> {
  const keys = [KEYS.queue, KEYS.members, UNREADABLE];
  const reply = await eraseScript(redis, keys, [phone, code]);
  await forgetCode(redis, code);
  const [, inviter] = Array.isArray(reply) ? reply : [];
  return inviter;
}

/**
 * Takes a code that is nobody's any more out of the records of those who came through it; their
 * places stay. Resolves with how many they were.
 */
export async function forgetCode(redis: EraseRedis, code: string): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const friends = await friendsNaming(redis, code);
    let replaced = 0;
    for (let start = 0; start < friends.length; start += AT_ONCE) {
      const replies = friends.slice(start, start + AT_ONCE).map(([phone, record]) => {
        return replaceRecord(redis, [KEYS.members], [phone, record, replaceInviter(record)]);
      });
      replaced += (await Promise.all(replies)).filter((reply) => reply === 1).length;
    }
    forgotten += replaced;
    // Nobody joins any more through a code that is not in line. So one look is enough, unless a
    // record changed under our hands.
    if (replaced === friends.length) return forgotten;
  }
}

/** Whose records name this code as their inviter's. */
export async function friendsNaming(redis: EraseRedis, code: string): Promise<Stored[]> {
  const friends: Stored[] = [];
  for (const [phone, record] of await readRecords(redis)) {
    if (record.split(' ', 3)[2] === code) friends.push([phone, record]);
  }
  return friends;
}
