import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { keysOf } from '../../netlify/queue/keys.ts';
import { formatRecord, type Member, parseRecord } from '../../netlify/queue/record.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { countReferrals } from '../../netlify/queue/referral-code.ts';
import type { SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { findRedis } from '../../tools/local/programs.mjs';
import { startRestGateway } from '../../tools/local/rest-gateway.ts';
import { startRedis } from '../../tools/local/start-program.ts';

export const KEYS = keysOf('waitlist');

/** A well-formed status key that no member has. */
export const NOBODY = { referralCode: 'ABCDE0a0a0', statusToken: 'abcDEF1234' };

const TOKEN = 'test-token';

/** A real, empty Redis, the REST gateway in front of it, and the client the function uses. */
export async function startWaitlist() {
  const program = findRedis();
  if (!program) throw new Error('These tests need redis-server or valkey-server.');
  const folder = mkdtempSync(join(tmpdir(), 'test-redis-'));
  const { child, path } = startRedis(program, folder);
  const faults: { inject?: Parameters<typeof startRestGateway>[0]['injectFault'] } = {};
  const gateway = await startRestGateway({
    redis: { path },
    token: TOKEN,
    injectFault: (request, execute) => faults.inject?.(request, execute) ?? execute(),
  });
  const redis = new Redis({ path });
  // Otherwise each write waits for the disk.
  await redis.config('SET', 'appendonly', 'no');
  const env = {
    UPSTASH_REDIS_REST_URL: `${gateway.url}/`,
    UPSTASH_REDIS_REST_TOKEN: TOKEN,
    // Whatever .env or the shell says: no test may post to the lab's receiver.
    SITE_URL: '',
    URL: '',
    WAITLIST_RATE_LIMIT: '',
    WAITLIST_WEBHOOK_URL: '',
    WAITLIST_WEBHOOK_SECRET: '',
  };
  const client = { redis: connectRedis(env), keys: KEYS };
  return {
    /** The database itself. */
    redis,
    /** The production list, as functions and commands get it. */
    client,
    env,
    /** `inject` can respond to each request instead of Redis. */
    faults,
    /** Calls `act` before the first request that `isIt` finds, which then runs unless `act` throws. */
    interrupt(isIt: (request: string) => unknown, act: () => unknown) {
      faults.inject = async (request, execute) => {
        if (!(await isIt(String(request)))) return execute();
        faults.inject = undefined;
        await act();
        return execute();
      };
    },
    /** How many referrals a waiting member's score counts. */
    async referralsOf(code: string): Promise<number> {
      return countReferrals(code, Number(await redis.zscore(KEYS.queue, code)));
    },
    /** Finds a member through the index of phones. */
    async memberWith(phone: string): Promise<Member | undefined> {
      const code = (await redis.hget(KEYS.phones, phone)) ?? '';
      return parseRecord(code, (await redis.hget(KEYS.members, code)) ?? '');
    },
    /** Replaces a member's record. */
    store: (member: Member) => redis.hset(KEYS.members, member.code, formatRecord(member)),
    /** Adds a new member and resolves with the referral code. */
    async addMember(fields?: Partial<Visitor>): Promise<string> {
      const joined = await joinQueue(client, newAttempt(fields));
      if (joined.ok) return joined.referralCode;
      throw new Error(joined.code);
    },
    /** Admits the first `count` members of the queue. */
    async admitFirst(count: number, wave = 'october-1'): Promise<void> {
      await admitMembers(client, wave, await redis.zrange(KEYS.queue, '0', `${count - 1}`));
    },
    /** The whole database as one string, without the random id of the last rebuild. */
    async everything(): Promise<string> {
      const all: unknown[] = [];
      const keys = new Set(await redis.keys('*'));
      keys.delete('{waitlist}:rebuild:last');
      for (const key of [...keys].sort()) {
        const type = await redis.type(key);
        const read = { string: 'get', hash: 'hgetall', zset: 'zrange' }[type] ?? type;
        const args = type === 'zset' ? [0, -1, 'WITHSCORES'] : [];
        const value = await redis.call(read, key, ...args);
        // Redis doesn't keep the order of a hash.
        all.push([key, type === 'hash' ? Object.entries(value as object).sort() : value]);
      }
      return JSON.stringify(all);
    },
    async stop() {
      await gateway.close();
      redis.disconnect();
      if (child.kill()) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export type Waitlist = Awaited<ReturnType<typeof startWaitlist>>;

/** What a visitor sends, with their idempotency key and IP. */
export interface Visitor extends SignupRequest {
  key?: string | undefined;
  ip: string;
}

let visitors = 0;

/** A new visitor with a unique phone and key. */
export function newVisitor<Fields extends object>(fields?: Fields): Visitor & Fields {
  visitors += 1;
  return {
    firstName: 'Ana',
    lastName: 'Lee',
    phone: String(5_550_000_000 + visitors),
    key: `the-key-of-visitor-${visitors}`,
    ip: '203.0.113.7',
    ...fields,
  } as Visitor & Fields;
}

/** A new visitor's signup as the queue gets it; consent is to today's text. */
export function newAttempt(fields?: Partial<Visitor>): Attempt {
  const { key, ip: _, referralCode: referredBy, ...signup } = newVisitor(fields);
  const { consent: version } = signup;
  const currentConsent = version ? { version, text: `Text ${version}` } : null;
  return { signup: { ...signup, referredBy }, idempotencyKey: key, currentConsent };
}
