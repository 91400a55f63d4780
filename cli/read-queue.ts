import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { Unavailable } from '../netlify/queue/redis.ts';
import { progress } from './progress.ts';

/** Positions in one request: some 200 KB of records. */
export const PAGE = 1_000;

/** Where a copy of the queue stands while it is read. */
export const READING = '{waitlist}:reading:';

/** A copy that nobody reads on from is gone after that. */
const COPY_SECONDS = 120;

/**
 * Some positions with their records. One script, so that it is one request.
 *
 * KEYS  the queue or a copy of it, members
 * ARGV  first and last rank, whether records are wanted (1 or 0), seconds a copy lives on; 0 for the queue
 *
 * Replies: {codes and scores as a flat list, records}
 */
const pageScript = luaScript(`
local page = redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'WITHSCORES')
if ARGV[4] ~= '0' then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
if ARGV[3] == '0' or #page == 0 then return {page, {}} end
local codes = {}
for i = 1, #page, 2 do codes[#codes + 1] = page[i] end
return {page, redis.call('HMGET', KEYS[2], unpack(codes))}`);

/** A position as it stands in Redis. */
export interface Position {
  /** 1 for the first in line. */
  position: number;
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
  { key = KEYS.queue, records = true }: { key?: string; records?: boolean } = {},
): Promise<Position[]> {
  const seconds = key === KEYS.queue ? 0 : COPY_SECONDS;
  const args = [from - 1, from + count - 2, records ? 1 : 0, seconds];
  const reply = await pageScript(redis, [key, KEYS.members], args);
  const [page, found] = reply as [string[], (string | null)[]];
  return Array.from({ length: page.length / 2 }, (_, i) => ({
    position: from + i,
    code: String(page[2 * i]),
    score: String(page[2 * i + 1]),
    record: found[i] ?? undefined,
  }));
}

/**
 * The queue of this moment, to be read in pages in its order while people join, and what else belongs
 * to a list. `pages` throws Unavailable where it was not read on for so long that the copy is gone.
 */
export async function beginReading(redis: Redis) {
  const copy = `${READING}${nanoid()}`;
  // One transaction, so that all of it is of one moment.
  const replies = await redis
    .multi()
    .copy(KEYS.queue, copy, { replace: true })
    .expire(copy, COPY_SECONDS)
    .zcard(KEYS.queue)
    .hlen(KEYS.members)
    .hlen(KEYS.phones)
    .get(KEYS.joined)
    .get(KEYS.secret)
    .hgetall(KEYS.days)
    .exec<unknown[]>();
  const [positions = 0, members = 0, phones = 0, joined = 0] = replies.slice(2, 6).map(Number);

  async function* pages(label: string, records = true): AsyncGenerator<Position[]> {
    const bar = progress(label, positions);
    try {
      for (let from = 1; from <= positions; from += PAGE) {
        const page = await readPositions(redis, from, PAGE, { key: copy, records });
        if (page.length < Math.min(PAGE, positions - from + 1)) {
          throw new Unavailable('The reading stood still for minutes. Try again.');
        }
        yield page;
        bar.add(page.length);
      }
    } finally {
      bar.end();
      // Where this fails, it expires.
      await redis.unlink(copy).catch(() => {});
    }
  }

  const secret = String(replies[6] ?? '');
  return { positions, members, phones, joined, secret, days: daysOf(replies[7]), pages };
}

/** The counters that the signup keeps: "2026-11-21" for who came alone, "2026-11-21 invited". */
function daysOf(reply: unknown): Map<string, number> {
  // A flat list, since our client takes no reply apart.
  const flat = (reply ?? []) as string[];
  const days = new Map<string, number>();
  for (let i = 0; i < flat.length; i += 2) days.set(flat[i] ?? '', Number(flat[i + 1]));
  return days;
}
