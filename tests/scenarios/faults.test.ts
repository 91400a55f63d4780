import { beforeEach, describe, expect, test, vi } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { connectRedis, redisFailure } from '../../netlify/queue/redis.ts';
import { audit } from '../support/audit.ts';
import { freshWaitlist } from '../support/call-function.ts';
import { randomFrom } from '../support/random.ts';
import { attemptOf, type Person, person } from '../support/waitlist.ts';
import { Crowd, IS_LONG, TIMEOUT_MS } from './crowd.ts';

/** How many answers get lost, and how often a hand does something. */
const LOST = IS_LONG ? 5_000 : 60;
const TIMES = IS_LONG ? 200 : 8;
const PEOPLE = IS_LONG ? 1_000 : 100;

/** A function waits for five seconds, and a crowd that does makes no better test. */
const DEADLINE_MS = IS_LONG ? 5_000 : 2_000;

vi.setConfig({ testTimeout: TIMEOUT_MS });
const waitlist = freshWaitlist();
const join = (one: Person) => joinQueue(connectRedis(waitlist.env, DEADLINE_MS), attemptOf(one));
let crowd: Crowd;
beforeEach(() => {
  crowd = new Crowd(join);
});

/** So many people who came through the link of somebody in line. */
async function friends(count: number) {
  const inviter = person();
  await crowd.press(inviter);
  const referralCode = crowd.told.get(inviter);
  return Array.from({ length: count }, () => person({ referralCode }));
}

describe('nobody is lost or counted twice', () => {
  test('when the answers of Redis get lost after its work', async () => {
    const random = randomFrom(5);
    waitlist.faults.intercept = async (_, execute) => {
      const answer = await execute();
      // More than half of them, since the client asks once more by itself.
      if (random() < 0.6) throw new Error('cut');
      return answer;
    };
    await crowd.come(() => crowd.unanswered < LOST);
    await crowd.expectSound(waitlist.redis);
  });

  test('when Redis forgets its scripts, as after a failover; nobody even notices', async () => {
    await crowd.comeDuring(TIMES, () => waitlist.redis.script('FLUSH'));
    expect(crowd.unanswered).toBe(0);
    await crowd.expectSound(waitlist.redis);
  });

  test('when a crowd presses twice in one moment, all through one link', async () => {
    const people = await friends(3 * PEOPLE);
    await Promise.all([...people, ...people].map((one) => crowd.press(one)));
    await crowd.expectSound(waitlist.redis);
  });
});

describe('a hand', () => {
  test('that empties the database leaves a sound list of all who came after it', async () => {
    let before = 0;
    await crowd.comeDuring(TIMES, async () => {
      expect((await audit(waitlist.redis)).problems).toEqual([]);
      await waitlist.redis.flushall();
      before = Number(person().phone); // Whoever comes later has a greater number.
    });
    const { members, problems } = await audit(waitlist.redis);
    expect(problems).toEqual([]);
    const after = [...crowd.told].filter(([{ phone }]) => Number(phone) > before);
    expect(after.length).toBeGreaterThan(10);
    for (const [{ phone }, code] of after) expect(members.get(code)?.phone).toBe(phone);
  });

  test('that takes members out of every key makes no ghosts, and they can join again', async () => {
    const removed: Person[] = [];
    await crowd.comeDuring(TIMES, async () => {
      // One without an inviter, who would have to lose a friend.
      const [member] = [...crowd.told].filter(([one]) => !one.referralCode);
      if (!member) return;
      const [one, code] = member;
      const removal = waitlist.redis.multi().zrem(KEYS.queue, code).hdel(KEYS.members, code);
      await removal.hdel(KEYS.phones, one.phone).exec();
      crowd.told.delete(one);
      removed.push(one);
    });
    expect(removed.length).toBeGreaterThan(TIMES / 2);
    expect((await audit(waitlist.redis)).problems).toEqual([]);
    for (const one of removed) expect(await join(one)).toMatchObject({ outcome: 'joined' });
  });
});

const heal = () => {
  waitlist.faults.intercept = undefined;
};

/** Each takes Redis away, and resolves with what the log says of it and with what gives it back. */
const OUTAGES: Record<string, () => Promise<[cause: string, end: () => unknown]>> = {
  async 'cannot be reached'() {
    waitlist.faults.intercept = () => Promise.reject(new Error('cut'));
    return ['UND_ERR_SOCKET', heal];
  },
  async 'is loading its data'() {
    const error = 'LOADING Redis is loading the dataset in memory';
    waitlist.faults.intercept = async () => ({ status: 400, body: { error } });
    return ['LOADING', heal];
  },
  async hangs() {
    const pid = Number(/process_id:(\d+)/.exec(await waitlist.redis.info('server'))?.[1]);
    process.kill(pid, 'SIGSTOP');
    return [`no answer within ${DEADLINE_MS} ms`, () => process.kill(pid, 'SIGCONT')];
  },
  async 'is out of memory'() {
    await waitlist.redis.config('SET', 'maxmemory', '1');
    return ['OOM', () => waitlist.redis.config('SET', 'maxmemory', '0')];
  },
  async 'takes no writes'() {
    await waitlist.redis.replicaof('127.0.0.1', 1);
    return ['READONLY', () => waitlist.redis.replicaof('NO', 'ONE')];
  },
};

test.each(Object.entries(OUTAGES))(
  'Redis %s: all of a crowd are told so, and the next press works',
  async (_, begin) => {
    const people = await friends(PEOPLE);
    const [cause, end] = await begin();
    const causes = people.map((one) => join(one).catch(redisFailure));
    expect(new Set(await Promise.all(causes))).toEqual(new Set([cause]));
    await end();

    // What a Redis that hung was sent meanwhile, it does now.
    await waitlist.redis.ping();
    for (const one of people) await crowd.press(one);
    expect(crowd.unanswered).toBe(0);
    await crowd.expectSound(waitlist.redis);
  },
);
