import { createHmac } from 'node:crypto';
import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from './keys.ts';

/** No Idempotency-Key header may hold a colon, so a key of one kind is never taken for the other. */
const PREFIX = 'form:';

export const isFormKey = (key: string) => key.startsWith(PREFIX);

/**
 * The idempotency key of a form that was sent without script, from what the same visitor sends
 * again: address, user agent and names. Never from the phone, which would tell a stranger who is on
 * the list. Under a secret of the list itself, so that nobody can make the key of somebody else, and
 * no address can be computed from a record. Throws when Redis fails.
 */
export async function formKey(
  redis: Pick<Redis, 'get' | 'setnx'>,
  visitor: (string | null)[],
): Promise<string> {
  let secret = await redis.get<string>(KEYS.secret);
  if (!secret) {
    await redis.setnx(KEYS.secret, nanoid(43));
    secret = await redis.get<string>(KEYS.secret);
  }
  const hmac = createHmac('sha256', String(secret)).update(JSON.stringify(visitor));
  return PREFIX + hmac.digest('base64url').slice(0, 22);
}
