import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { type Attempt, joinQueue } from '../../../netlify/queue/join-queue.ts';
import { KEYS } from '../../../netlify/queue/keys.ts';
import type { ScriptRedis } from '../../../netlify/queue/lua-script.ts';
import { dayOf, formatRecord } from '../../../netlify/queue/record.ts';
import { randomEnd, randomToken } from '../../../netlify/queue/referral-code.ts';

/** A way to keep the list: its keys, what it writes of a member there, and its script. */
export interface List {
  queue: string;
  joined: string;
  /** By key, the fields and values of whoever joined with this code. */
  hashes(code: string, attempt: Attempt): Record<string, [field: string, value: string]>;
  join(connection: Redis, attempt: Attempt): Promise<unknown>;
}

export const ours: List = {
  queue: KEYS.queue,
  joined: KEYS.joined,
  hashes(code, { signup, idempotencyKey: key }) {
    const { firstName, lastName, phone, referralCode: inviter, consent } = signup;
    const member = {
      firstName,
      lastName,
      joinedAt: Date.now(),
      key,
      token: randomToken(),
      consent,
    };
    const record = formatRecord({ ...(inviter && { inviter }), phone, ...member });
    return { [KEYS.members]: [code, record], [KEYS.phones]: [phone, code] };
  },
  join(connection, attempt) {
    const evaluate = (command: string) => (script: string, keys: string[], args: string[]) =>
      connection.call(command, script, keys.length, ...keys, ...args);
    const redis = { evalsha: evaluate('EVALSHA'), eval: evaluate('EVAL') };
    return joinQueue(redis as unknown as ScriptRedis, attempt);
  },
};

const PREVIOUS = readFileSync(new URL('previous.lua', import.meta.url), 'utf8');
const SHA1 = createHash('sha1').update(PREVIOUS).digest('hex');
const [queue, members, joined, days] = [
  '{was}:queue',
  '{was}:members',
  '{was}:joined',
  '{was}:days',
];

/** The end of a record as it was: seconds since 1970 in base 36, the consent's version, names. */
function detailsOf({ signup: { consent, firstName, lastName } }: Attempt): string {
  const seconds = Math.floor(Date.now() / 1000).toString(36);
  return `${seconds} ${consent} ${JSON.stringify([firstName, lastName])}`;
}

export const previous: List = {
  queue,
  joined,
  hashes(code, attempt) {
    const { signup, idempotencyKey } = attempt;
    const record = [code, idempotencyKey, signup.referralCode ?? '-', detailsOf(attempt)];
    return { [members]: [signup.phone, record.join(' ')] };
  },
  async join(connection, attempt) {
    const { signup, idempotencyKey, caller, limit, windowSeconds } = attempt;
    const { phone, referralCode = '' } = signup;
    const keys = [queue, members, joined, `{was}:attempts:${caller}`, days];
    const details = detailsOf(attempt);
    const rest = [referralCode, limit, windowSeconds, dayOf(Date.now())];
    const args = [phone, idempotencyKey ?? '', details, randomEnd(), ...rest];
    try {
      return await connection.evalsha(SHA1, keys.length, ...keys, ...args);
    } catch {
      return connection.eval(PREVIOUS, keys.length, ...keys, ...args);
    }
  },
};
