import { createHash } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import type { SignupRequest } from '../../src/waitlist/contract.ts';
import { JOIN_QUEUE } from './join-queue.lua.ts';
import { Unavailable } from './redis.ts';
import { randomEnd } from './referral-code.ts';

export type QueueRedis = Pick<Redis, 'eval' | 'evalsha'>;

/** Shared between braces, the hash tag, so that all keys live in one slot of any cluster. */
export const KEYS = {
  queue: '{waitlist}:queue',
  members: '{waitlist}:members',
  joined: '{waitlist}:joined',
  attempts: (caller: string) => `{waitlist}:attempts:${caller}`,
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

const SHA1 = createHash('sha1').update(JOIN_QUEUE).digest('hex');

/**
 * Puts one person in line and moves her inviter up five, in one request to Redis.
 * A retry with the same key answers with her place of now. Throws when Redis fails.
 */
export async function joinQueue(redis: QueueRedis, attempt: Attempt): Promise<JoinResult> {
  const { signup, idempotencyKey, caller, limit, windowSeconds } = attempt;
  const { firstName, lastName, phone, referralCode } = signup;
  const keys = [KEYS.queue, KEYS.members, KEYS.joined, KEYS.attempts(caller)];
  const details = JSON.stringify({ firstName, lastName, joinedAt: Date.now() });
  const args = [
    phone,
    idempotencyKey,
    details,
    randomEnd(),
    referralCode ?? '',
    limit,
    windowSeconds,
  ];
  return readReply(await run(redis, keys, args.map(String)));
}

/**
 * What a program is told that filled in the honeypot: a place and a code that look like any other.
 * Nothing is stored.
 */
export async function pretendToJoin(redis: Pick<Redis, 'zcard'>): Promise<JoinResult> {
  const position = (await redis.zcard(KEYS.queue)) + 1;
  const prefix = (2 ** 28 - position).toString(16).toUpperCase();
  return { outcome: 'joined', position, referralCode: prefix + randomEnd() };
}

/** EVALSHA, and EVAL where Redis does not know the script yet; no other failure is ever sent again. */
async function run(redis: QueueRedis, keys: string[], args: string[]): Promise<unknown> {
  try {
    return await redis.evalsha(SHA1, keys, args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(JOIN_QUEUE, keys, args);
  }
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
