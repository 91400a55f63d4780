import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { type Member, parseRecord } from '../netlify/queue/record.ts';
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
 * ARGV  first and last rank, for how many seconds the copies live on
 *
 * Replies: {codes and scores as a flat list, records}
 */
const pageScript = luaScript(`
local page = redis.call('ZRANGE', KEYS[1], ARGV[1], ARGV[2], 'WITHSCORES')
for i = 3, #KEYS do redis.call('EXPIRE', KEYS[i], ARGV[3]) end
if #page == 0 then return {page, {}} end
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
  /** None where the code has no record. */
  record: string | undefined;
  /** Whose record it is; undefined where it cannot be read. */
  member: Member | undefined;
}

/** Positions `from` to `to` of the queue, of who was let in, or of a copy, a page at a time. */
export async function* readPages(
  redis: ScriptRedis,
  key: string,
  { from = 1, to = Infinity, copies = [] as string[] } = {},
): AsyncGenerator<Position[]> {
  for (let start = from; start <= to; start += PAGE) {
    const end = Math.min(start + PAGE - 1, to);
    const args = [start - 1, end - 1, COPY_SECONDS];
    const reply = await pageScript(redis, [key, KEYS.members, ...copies], args);
    const [page, records] = reply as [string[], (string | null)[]];
    yield records.map((found, i) => {
      const [code, score] = [String(page[2 * i]), String(page[2 * i + 1])];
      const record = found ?? undefined;
      return { position: start + i, code, score, record, member: parseRecord(code, record ?? '') };
    });
    if (records.length <= end - start) return;
  }
}

export type Reading = Awaited<ReturnType<typeof beginReading>>;

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
    .hgetall(KEYS.consents)
    .hgetall(KEYS.waves)
    .copy(KEYS.queue, queue, { replace: true })
    .copy(KEYS.admitted, admitted, { replace: true })
    .expire(queue, COPY_SECONDS)
    .expire(admitted, COPY_SECONDS)
    .exec<unknown[]>();
  const [positions = 0, letIn = 0, members = 0, phones = 0, joined = 0] = replies.map(Number);

  async function* pages(label: string): AsyncGenerator<Position[]> {
    const bar = progress(label, positions + letIn);
    const parts = [[queue, positions] as const, [admitted, letIn] as const];
    let read = 0;
    try {
      for (const [key, to] of parts) {
        for await (const page of readPages(redis, key, { to, copies: [queue, admitted] })) {
          yield key === queue ? page : page.map((each) => ({ ...each, position: undefined }));
          bar.add(page.length);
          read += page.length;
        }
      }
      if (read < positions + letIn) {
        throw new Unavailable('The reading stood still for minutes. Try again.');
      }
    } finally {
      bar.end();
      // Where this fails, they expire.
      await redis.unlink(queue, admitted).catch(() => {});
    }
  }

  const consents = hashOf(replies[5]);
  const waves = new Map(Array.from(hashOf(replies[6]), ([wave, count]) => [wave, Number(count)]));
  return { positions, admitted: letIn, members, phones, joined, consents, waves, pages };
}

function hashOf(reply: unknown): Map<string, string> {
  // A flat list, since our client takes no reply apart.
  const flat = (reply ?? []) as string[];
  return new Map(flat.flatMap((field, i) => (i % 2 ? [] : [[field, String(flat[i + 1])]])));
}
