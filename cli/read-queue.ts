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
 * Copies the queue, so that pages by position hold everybody once while people join, and reads what
 * goes with it. One script, so that all of it is of one moment.
 *
 * KEYS  queue, members, phones, joined, secret, days, and where the copy goes
 * ARGV  seconds after which the copy is gone
 *
 * Replies: {positions, members, phones, joined, secret, days as a flat list}
 */
const beginScript = luaScript(`
local queue, members, phones, joined, secret, days, copy = unpack(KEYS)
redis.call('COPY', queue, copy, 'REPLACE')
redis.call('EXPIRE', copy, ARGV[1])
return {
  redis.call('ZCARD', queue), redis.call('HLEN', members), redis.call('HLEN', phones),
  redis.call('GET', joined) or '0', redis.call('GET', secret) or '', redis.call('HGETALL', days)
}`);

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

interface Which {
  key?: string;
  /** From 1. */
  from: number;
  count: number;
  records?: boolean;
}

/** Up to PAGE positions, with their records unless told otherwise. */
export async function readPositions(
  redis: ScriptRedis,
  { key = KEYS.queue, from, count, records = true }: Which,
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
 * The queue of this moment, to be read in pages in its order, and what else belongs to a list.
 * `pages` throws Unavailable where it was not read on for so long that the copy is gone.
 */
export async function beginReading(redis: ScriptRedis & Pick<Redis, 'unlink'>) {
  const copy = `${READING}${nanoid()}`;
  const { queue, members, phones, joined, secret, days } = KEYS;
  const keys = [queue, members, phones, joined, secret, days, copy];
  const reply = (await beginScript(redis, keys, [COPY_SECONDS])) as unknown[];
  const positions = Number(reply[0]);

  async function* pages(label: string, records = true): AsyncGenerator<Position[]> {
    const bar = progress(label, positions);
    try {
      for (let from = 1; from <= positions; from += PAGE) {
        const page = await readPositions(redis, { key: copy, from, count: PAGE, records });
        if (page.length < Math.min(PAGE, positions - from + 1)) {
          throw new Unavailable('The reading stood still for minutes. Try again.');
        }
        yield page;
        bar.update(from + page.length);
      }
    } finally {
      bar.end();
      await redis.unlink(copy);
    }
  }

  return {
    positions,
    members: Number(reply[1]),
    phones: Number(reply[2]),
    joined: Number(reply[3]),
    secret: String(reply[4]),
    days: daysOf(reply[5] as string[]),
    pages,
  };
}

/** The counters that the signup keeps: "2026-11-21" for who came alone, "2026-11-21 invited". */
function daysOf(flat: string[]): Map<string, number> {
  const days = new Map<string, number>();
  for (let i = 0; i < flat.length; i += 2) days.set(flat[i] ?? '', Number(flat[i + 1]));
  return days;
}
