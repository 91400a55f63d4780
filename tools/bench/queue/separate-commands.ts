import { type Attempt, type JoinResult, KEYS } from '../../../netlify/queue/queue.ts';
import { formatRecord, parseRecord } from '../../../netlify/queue/record.ts';
import { codePrefix, randomEnd } from '../../../netlify/queue/referral-code.ts';
import type { Send } from './requests.ts';

/** Puts one person in line, over a connection of her own. */
export type Join = (send: Send, attempt: Attempt) => Promise<JoinResult>;

/**
 * The same keys and the same steps as the script's, each a command of its own: look whether she is
 * there, and if not, add her. What one would write in an afternoon, retries thought of.
 */
export const checkFirst: Join = async (send, { signup, idempotencyKey }) => {
  const { phone } = signup;
  const found = await send('HGET', KEYS.members, phone);
  if (found) return answerAgain(send, phone, String(found), idempotencyKey);
  const { code, number, record } = await newMember(send, signup, idempotencyKey);
  await send('ZADD', KEYS.queue, number, code);
  await send('HSET', KEYS.members, phone, formatRecord(record));
  if (record.inviter) await send('ZINCRBY', KEYS.queue, -5, record.inviter);
  return answer(send, code);
};

/** The careful one's: her phone is taken by HSETNX, so that it can be in line but once. */
export const reserveFirst: Join = async (send, { signup, idempotencyKey }) => {
  const { phone } = signup;
  const { code, number, record } = await newMember(send, signup, idempotencyKey);
  if (!(await send('HSETNX', KEYS.members, phone, formatRecord(record)))) {
    const found = await send('HGET', KEYS.members, phone);
    return answerAgain(send, phone, String(found), idempotencyKey);
  }
  await send('ZADD', KEYS.queue, number, code);
  if (record.inviter) await send('ZINCRBY', KEYS.queue, -5, record.inviter);
  return answer(send, code);
};

async function newMember(send: Send, signup: Attempt['signup'], key: string) {
  const { firstName, lastName, referralCode, consent } = signup;
  const isKnown = referralCode && (await send('ZSCORE', KEYS.queue, referralCode));
  const number = Number(await send('INCR', KEYS.joined));
  const code = codePrefix(number) + randomEnd();
  const inviter = isKnown ? referralCode : undefined;
  const names = { firstName, lastName, consent };
  return { number, code, record: { code, key, inviter, joinedAt: Date.now(), ...names } };
}

async function answerAgain(send: Send, phone: string, found: string, key: string) {
  const member = parseRecord(phone, found);
  if (member?.key === key) return answer(send, member.code);
  return { outcome: 'registered' } as const;
}

/** Who is not in the queue is told of place 0. */
async function answer(send: Send, referralCode: string) {
  const rank = await send('ZRANK', KEYS.queue, referralCode);
  const position = rank === null ? 0 : Number(rank) + 1;
  return { outcome: 'joined', referralCode, position } as const;
}
