import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { Unavailable } from '../netlify/queue/redis.ts';
import { progress } from './progress.ts';

/** Positions in one request: some 200 KB of records. */
export const PAGE = 1_000;

/** Where copies of the queue and of who was let in stand while they are read. */
export const READING = '{waitlist}:reading:';

/** A copy that nobody reads on from is gone after that. */
const COPY_SECONDS = 120;

/**
 * Some positions with their records. One script, so that it is one request.
 *
 * KEYS  the queue or a copy, members, the copies that live on
 * ARGV  first and last rank, whether records are wanted (1 or 0), for how many seconds the copies live on
 *
 * Replies: {codes and scores as a flat list, records}
 */
const pageScript = luaScript(`
local page = redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'WITHSCORES')
for i = 3, #KEYS do redis.call('EXPIRE', KEYS[i], ARGV[4]) end
if ARGV[3] == '0' or #page == 0 then return {page, {}} end
local codes = {}
for i = 1, #page, 2 do codes[#codes + 1] = page[i] end
return {page, redis.call('HMGET', KEYS[2], unpack(codes))}`);

/** A position as it stands in Redis. */
export interface Position {
  /** 1 for the first in line; undefined for who was let in. */
  position: number | undefined;
  code: string;
  /** In Redis's own spelling. */
  score: string;
  /** None where the code has no record, or none was asked for. */
  record: string | undefined;
}

/** Up to PAGE positions from position `from` on, with their records unless told otherwise. */
export async function readPositions(
  redis: ScriptRedis,
  from: number,
  count: number,
  { key = KEYS.queue as string, records = true, copies = [] as string[] } = {},
): Promise<Position[]> {
  const args = [from - 1, from + count - 2, records ? 1 : 0, COPY_SECONDS];
  const reply = await pageScript(redis, [key, KEYS.members, ...copies], args);
  const [page, found] = reply as [string[], (string | null)[]];
  return Array.from({ length: page.length / 2 }, (_, i) => ({
    position: from + i,
    code: String(page[2 * i]),
    score: String(page[2 * i + 1]),
    record: found[i] ?? undefined,
  }));
}

/**
 * The list of this moment, to be read in pages while people join: the queue in its order, then who was
 * let in by score; and what else belongs to a list. `pages` throws Unavailable where it was not read on
 * for so long that a copy is gone.
 */
export async function beginReading(redis: Redis) {
  const copy = `${READING}${nanoid()}`;
  const [queue, admitted] = [`${copy}:queue`, `${copy}:admitted`];
  // One transaction, so that all of it is of one moment.
  const replies = await redis
    .multi()
    .zcard(KEYS.queue)
    .zcard(KEYS.admitted)
    .hlen(KEYS.members)
    .hlen(KEYS.phones)
    .get(KEYS.joined)
    .get(KEYS.secret)
    .hgetall(KEYS.days)
    .hgetall(KEYS.waves)
    .copy(KEYS.queue, queue, { replace: true })
    .copy(KEYS.admitted, admitted, { replace: true })
    .expire(queue, COPY_SECONDS)
    .expire(admitted, COPY_SECONDS)
    .exec<unknown[]>();
  const [positions = 0, letIn = 0, members = 0, phones = 0, joined = 0] = replies.map(Number);

  async function* pages(label: string, records = true): AsyncGenerator<Position[]> {
    const bar = progress(label, positions + letIn);
    const copies = [queue, admitted];
    try {
      for (const [key, count] of [[queue, positions] as const, [admitted, letIn] as const]) {
        for (let from = 1; from <= count; from += PAGE) {
          const page = await readPositions(redis, from, PAGE, { key, records, copies });
          if (page.length < Math.min(PAGE, count - from + 1)) {
            throw new Unavailable('The reading stood still for minutes. Try again.');
          }
          yield key === queue ? page : page.map((each) => ({ ...each, position: undefined }));
          bar.add(page.length);
        }
      }
    } finally {
      bar.end();
      // Where this fails, they expire.
      await redis.unlink(queue, admitted).catch(() => {});
    }
  }

  const counters = { days: countersOf(replies[6]), waves: countersOf(replies[7]) };
  const secret = String(replies[5] ?? '');
  return { positions, admitted: letIn, members, phones, joined, secret, ...counters, pages };
}

/** A hash of counters, such as KEYS.days and KEYS.waves. */
function countersOf(reply: unknown): Map<string, number> {
  // A flat list, since our client takes no reply apart.
  const flat = (reply ?? []) as string[];
  const counters = new Map<string, number>();
  for (let i = 0; i < flat.length; i += 2) counters.set(flat[i] ?? '', Number(flat[i + 1]));
  return counters;
}
