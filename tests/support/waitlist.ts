import type { Redis as Upstash } from '@upstash/redis';
import type { Attempt } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { startRestGateway } from '../../tools/local/rest-gateway.ts';
import { startTestRedis } from './redis.ts';

type Intercept = NonNullable<Parameters<typeof startRestGateway>[0]['intercept']>;

/** A real Redis, the REST gateway in front of it, and the client the function uses. */
export async function startWaitlist() {
  const redis = await startTestRedis();
  const faults: { intercept?: Intercept | undefined } = {};
  const gateway = await startRestGateway({
    redis,
    token: 'test-token',
    intercept: (request, execute) => (faults.intercept ?? ((_, run) => run()))(request, execute),
  });
  const env = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  const upstash: Upstash = connectRedis(env);
  return {
    /** The database itself, to look at what is there. */
    redis: redis.client,
    upstash,
    env,
    /** Stands between a request to Redis and its answer, until set back to undefined. */
    faults,
    scoreOf: async (code: string) => Number(await redis.client.zscore(KEYS.queue, code)),
    async stop() {
      await gateway.close();
      await redis.stop();
    },
  };
}

export type Waitlist = Awaited<ReturnType<typeof startWaitlist>>;

let people = 0;

/** Somebody new, with a phone and a key of her own. */
export function someone(given: Partial<Attempt['signup']> & Partial<Attempt> = {}): Attempt {
  people += 1;
  const { firstName = 'Ana', lastName = 'Lee', phone, referralCode, consent, ...attempt } = given;
  return {
    signup: {
      firstName,
      lastName,
      phone: phone ?? String(5_550_000_000 + people),
      referralCode,
      consent,
    },
    idempotencyKey: `the-key-of-person-${people}`,
    caller: '203.0.113.7',
    limit: 0,
    windowSeconds: 600,
    ...attempt,
  };
}
