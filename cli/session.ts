import { createInterface } from 'node:readline';
import type { ListName } from '../netlify/queue/keys.ts';
import type { WaitlistRedis } from '../netlify/queue/redis.ts';
import { CLOSED_MESSAGE, type Waitlist } from '../netlify/queue/script.ts';
import { RedisOutage, Unavailable } from '../netlify/queue/unavailable.ts';
import { formatMembers, pluralize } from './format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Session extends Waitlist<WaitlistRedis> {
  /** Its name for operators: "hosted, eu1-nice-cat-12345.upstash.io, webhooks off". */
  database: string;
  isLocal: boolean;
  env: NodeJS.ProcessEnv;
  list: ListName;
  yes?: boolean | undefined;
}

/** A mistake in arguments, a file or what's checked, or a question answered no. The message is for the operator. */
export class BadInput extends Error {}

export function explainError(error: unknown): string | undefined {
  const { syscall, path, code, message, stack } = error as NodeJS.ErrnoException;
  if (syscall) return `Can't open ${path ?? 'the file'} (${code}).`;
  if (error instanceof RedisOutage) {
    return `Can't reach the database (${message}). See "What to watch" in docs/operations.md.`;
  }
  return error instanceof BadInput || error instanceof Unavailable ? message : stack;
}

/** Throws RedisOutage at a reply that isn't what was asked for, such as a proxy's. Scripts check their own. */
export function requireList<List>(reply: List, length?: number): List {
  if (Array.isArray(reply) && reply.length === (length ?? reply.length)) return reply;
  throw new RedisOutage("the response isn't from Redis");
}

/** The last join number as stored; null if nobody has joined. Throws Unavailable during a rebuild. */
export async function readLastNumber({ redis, keys }: Session): Promise<string | null> {
  const values = await redis.mget<(string | null)[]>(keys.lastJoinNumber, keys.rebuild);
  const [lastNumber = null, rebuild] = requireList(values, 2);
  if (rebuild) throw new Unavailable(rebuild.split(':')[0] + CLOSED_MESSAGE);
  return lastNumber;
}

export async function readLastBackup({ redis, keys }: Session) {
  const time = await redis.get<string>(keys.lastBackup);
  const days = Math.floor((Date.now() - Date.parse(time ?? '')) / DAY_MS);
  const age = days < 1 ? 'less than a day ago' : `${pluralize(days, 'day')} ago`;
  return { time, age: Number.isNaN(days) ? 'never' : age, isFresh: days < 1 };
}

/** Many members are confirmed by their number: more than 100, or than 10 and a tenth of the list. */
export async function confirm(session: Session, act: string, members = 0) {
  const { yes, database, webhooks, redis, keys, isLocal } = session;
  if (webhooks && members) {
    const when = 'at the next signup, or within five minutes';
    console.log(`Events of ${formatMembers(members)} will be sent ${when}.`);
  }
  if (yes) return;
  const few = Math.min(100, Math.max(10, (await redis.hlen(keys.members)) / 10));
  const { age, isFresh } = await readLastBackup(session);
  const warning = members <= few || isFresh || isLocal ? '' : `; last backup: ${age}`;
  const question = `${act}${warning} (${database})?`;
  if (!process.stdin.isTTY) {
    throw new BadInput(`${question} Not a terminal. Pass --yes to confirm.`);
  }
  const [expected, hint] =
    members > few ? [`${members}`, 'type the number of members'] : ['y', 'y/N'];
  process.stderr.write(`${question} (${hint}) `);
  const lines = createInterface({ input: process.stdin });
  // Ctrl-D ends the input without a line.
  const { value = '' } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  const answer = value.trim().toLowerCase().replace('yes', 'y').replaceAll(',', '');
  if (answer !== expected) throw new BadInput('Nothing was changed.');
}
