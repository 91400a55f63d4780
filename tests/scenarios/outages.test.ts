import { expect, test, vi } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';
import { freshWaitlist } from '../support/call-function.ts';
import { attemptOf, type Person, person } from '../support/waitlist.ts';
import { Crowd, IS_LONG, TIMEOUT_MS } from './crowd.ts';

const PEOPLE = IS_LONG ? 1_000 : 100;

/** A function waits for five seconds, and a crowd that does makes no better test. */
const DEADLINE_MS = IS_LONG ? 5_000 : 2_000;

const waitlist = freshWaitlist();
vi.setConfig({ testTimeout: TIMEOUT_MS });

/** Each takes Redis away, and resolves with what gives it back. */
const OUTAGES: Record<string, () => Promise<() => unknown>> = {
  async 'cannot be reached'() {
    waitlist.faults.intercept = () => Promise.reject(new Error('cut'));
    return heal;
  },
  async 'is loading its data'() {
    const error = 'LOADING Redis is loading the dataset in memory';
    waitlist.faults.intercept = async () => ({ status: 400, body: { error } });
    return heal;
  },
  async hangs() {
    const pid = Number(/process_id:(\d+)/.exec(await waitlist.redis.info('server'))?.[1]);
    process.kill(pid, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  },
  async 'is out of memory'() {
    await waitlist.redis.config('SET', 'maxmemory', '1');
    return () => waitlist.redis.config('SET', 'maxmemory', '0');
  },
  async 'takes no writes'() {
    await waitlist.redis.replicaof('127.0.0.1', 1);
    return () => waitlist.redis.replicaof('NO', 'ONE');
  },
};
const heal = () => {
  waitlist.faults.intercept = undefined;
};

test.each(Object.entries(OUTAGES))(
  'Redis %s: all of a crowd are told so, and the next press works',
  async (_, begin) => {
    const client = connectRedis(waitlist.env, DEADLINE_MS);
    const join = (one: Person) => joinQueue(client, attemptOf(one));
    const crowd = new Crowd(join);
    const inviter = person();
    await crowd.press(inviter);
    const referralCode = crowd.told.get(inviter);
    const people = Array.from({ length: PEOPLE }, () => person({ referralCode }));

    const end = await begin();
    const answers = await Promise.allSettled(people.map(join));
    expect(answers.filter(({ status }) => status !== 'rejected')).toEqual([]);
    await end();

    // What a Redis that hung was sent meanwhile, it does now.
    await waitlist.redis.ping();
    for (const one of people) await crowd.press(one);
    expect(crowd.unanswered).toBe(0);
    await crowd.expectSound(waitlist.redis);
  },
);
