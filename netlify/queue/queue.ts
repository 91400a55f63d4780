import type { Redis } from '@upstash/redis';
import type { SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { JOIN_QUEUE } from './join-queue.lua.ts';
import { luaScript, type ScriptRedis } from './lua-script.ts';
import { formatDetails } from './record.ts';
import { Unavailable } from './redis.ts';
import { codePrefix, randomEnd } from './referral-code.ts';

/** Shared between braces, the hash tag, so that all keys live in one slot of any cluster. */
export const KEYS = {
  queue: '{waitlist}:queue',
  members: '{waitlist}:members',
  joined: '{waitlist}:joined',
  days: '{waitlist}:days',
  attempts: (caller: string) => `{waitlist}:attempts:${caller}`,
  looks: (caller: string) => `{waitlist}:looks:${caller}`,
} as const;

export interface Attempt {
  signup: SignupRequest;
  /** The same for every retry of one signup; 16 to 64 letters, digits, `-` or `_`. */
  idempotencyKey: string;
  /** Who is counted for the limit: an address. */
  caller: string;
  /** Attempts per window and caller; 0 for no limit. */
  limit: number;
  windowSeconds: number;
}

export type JoinResult =
  | { outcome: 'joined'; referralCode: string; position: number }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'registered' };

const joinScript = luaScript(JOIN_QUEUE);

/** The day of a moment, as counted in KEYS.days: 2026-11-21, in UTC. */
export const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);

/**
 * Puts one person in line and moves her inviter up five, in one request to Redis.
 * A retry with the same key answers with her place of now. Throws when Redis fails.
 */
export async function joinQueue(redis: ScriptRedis, attempt: Attempt): Promise<JoinResult> {
  const { signup, idempotencyKey, caller, limit, windowSeconds } = attempt;
  const { firstName, lastName, phone, referralCode, consent } = signup;
  const joinedAt = Date.now();
  const keys = [KEYS.queue, KEYS.members, KEYS.joined, KEYS.attempts(caller), KEYS.days];
  const reply = await joinScript(redis, keys, [
    phone,
    idempotencyKey,
    formatDetails({ firstName, lastName, joinedAt, consent }),
    randomEnd(),
    referralCode ?? '',
    limit,
    windowSeconds,
    dayOf(joinedAt),
  ]);
  return readReply(reply);
}

/**
 * What a program is told that filled in the honeypot: a place and a code that look like any other.
 * Nothing is stored.
 */
export async function pretendToJoin(redis: Pick<Redis, 'zcard'>): Promise<JoinResult> {
  const position = (await redis.zcard(KEYS.queue)) + 1;
  return { outcome: 'joined', position, referralCode: codePrefix(position) + randomEnd() };
}

function readReply(reply: unknown): JoinResult {
  const [outcome, first, second] = Array.isArray(reply) ? reply : [];
  if (outcome === 'joined' && typeof first === 'string' && Number.isInteger(second)) {
    return { outcome, referralCode: first, position: second };
  }
  if (outcome === 'limited' && Number.isInteger(first)) {
    return { outcome, retryAfterSeconds: first };
  }
  if (outcome === 'registered') return { outcome };
  throw new Unavailable('Redis answered something that is no reply of the script');
}
