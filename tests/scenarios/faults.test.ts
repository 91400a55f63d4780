import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type JoinResult, joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import type { SignupResponse } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../support/audit.ts';
import { deploy, person, recordConsole } from '../support/call-function.ts';
import { randomFrom } from '../support/random.ts';
import { someone, startWaitlist, type Waitlist } from '../support/waitlist.ts';
import { Crowd, IS_LONG, type Join, TIMEOUT_MS } from './crowd.ts';

/** How many answers get lost, and how often a hand does something. */
const LOST = IS_LONG ? 5_000 : 60;
const TIMES = IS_LONG ? 200 : 8;

const random = randomFrom(5);
let waitlist: Waitlist;
let crowd: Crowd;

/** What the function answered, in the words of the queue. */
function resultOf({ status, body }: { status: number; body: SignupResponse }): JoinResult {
  if (status === 503) throw new Error('told that we cannot be reached');
  return body.success ? { outcome: 'joined', ...body } : { outcome: 'registered' };
}

const join: Join = (attempt) => joinQueue(waitlist.upstash, attempt);
beforeAll(async () => {
  recordConsole();
  waitlist = await startWaitlist();
});
beforeEach(async () => {
  waitlist.faults.intercept = undefined;
  await waitlist.redis.flushall();
  crowd = new Crowd(join);
});
afterAll(() => waitlist.stop());

describe('nobody is lost or counted twice', { timeout: TIMEOUT_MS }, () => {
  test('when the answers of Redis get lost after its work', async () => {
    waitlist.faults.intercept = async (_, execute) => {
      const answer = await execute();
      // More than half of them, since the client asks once more by itself.
      if (random() < 0.6) throw new Error('cut');
      return answer;
    };
    await crowd.come(() => crowd.unanswered < LOST);
    await crowd.expectSound(waitlist.redis);
  });

  test('when answers get lost on their way to the browser, whole or in part', async () => {
    const { press } = await deploy({ ...waitlist.env, WAITLIST_RATE_LIMIT: '0' });
    const server = createServer(async (incoming, outgoing) => {
      const { status, body } = await press(JSON.parse(await text(incoming)));
      const answer = JSON.stringify(body);
      const fate = random();
      if (fate < 0.25) return void incoming.socket.destroy();
      outgoing.writeHead(status, { 'Content-Length': answer.length });
      if (fate > 0.5) return void outgoing.end(answer);
      outgoing.write(answer.slice(0, answer.length / 2), () => incoming.socket.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    crowd = new Crowd(async ({ signup, idempotencyKey: key }) => {
      const body = JSON.stringify(person({ ...signup, key }));
      const response = await fetch(url, { method: 'POST', body });
      return resultOf({ status: response.status, body: await response.json() });
    });
    await crowd.come(() => crowd.unanswered < LOST);
    await crowd.expectSound(waitlist.redis);
    server.closeAllConnections();
    server.close();
  });

  test('when Redis forgets its scripts, as after a failover; nobody even notices', async () => {
    await crowd.comeDuring(TIMES, () => waitlist.redis.script('FLUSH'));
    expect(crowd.unanswered).toBe(0);
    await crowd.expectSound(waitlist.redis);
  });

  test('when a crowd presses twice in one moment, all through one link', async () => {
    const { press } = await deploy({ ...waitlist.env, WAITLIST_RATE_LIMIT: '0' });
    const positions = new Set<number>();
    crowd = new Crowd(async ({ signup, idempotencyKey: key }) => {
      const result = resultOf(await press(person({ ...signup, key })));
      if (result.outcome === 'joined') positions.add(result.position);
      return result;
    });
    const inviter = someone();
    await crowd.press(inviter);
    const referralCode = crowd.told.get(inviter);
    const people = Array.from({ length: IS_LONG ? 1_000 : 300 }, () => someone({ referralCode }));
    await Promise.all([...people, ...people].map((one) => crowd.press(one)));
    await crowd.expectSound(waitlist.redis);
    // The inviter was at the front already: nobody has moved.
    expect(positions.size).toBe(crowd.told.size);
  });
});

describe('a hand', { timeout: TIMEOUT_MS }, () => {
  test('that empties the database leaves a sound list of all who came after it', async () => {
    let before = 0;
    await crowd.comeDuring(TIMES, async () => {
      expect((await audit(waitlist.redis)).problems).toEqual([]);
      await waitlist.redis.flushall();
      before = Number(someone().signup.phone); // Whoever comes later has a greater number.
    });
    const { members, problems } = await audit(waitlist.redis);
    expect(problems).toEqual([]);
    const after = [...crowd.told].filter(([{ signup }]) => Number(signup.phone) > before);
    expect(after.length).toBeGreaterThan(10);
    for (const [{ signup }, code] of after) expect(members.get(code)?.phone).toBe(signup.phone);
  });

  test.each([
    ['that takes members out of every key makes no ghosts, and they can join again', true],
    ['that forgets their records makes no ghosts either; the audit names them', false],
  ])('%s', async (_, isWhole) => {
    const { redis } = waitlist;
    const removed = new Crowd(join);
    await crowd.comeDuring(TIMES, async () => {
      // One without an inviter, who would have to lose a friend.
      const [member] = [...crowd.told].filter(([{ signup }]) => !signup.referralCode);
      if (!member) return;
      const [attempt, code] = member;
      const removal = redis.multi().zrem(KEYS.queue, code);
      if (isWhole) removal.hdel(KEYS.members, code).hdel(KEYS.phones, attempt.signup.phone);
      await removal.exec();
      crowd.told.delete(attempt);
      removed.told.set(attempt, code);
    });
    const codes = [...removed.told.values()];
    expect(codes.length).toBeGreaterThan(TIMES / 2);
    expect(new Set(await redis.zmscore(KEYS.queue, ...codes))).toEqual(new Set([null]));
    const { problems } = await audit(redis);
    expect(problems.filter((it) => !codes.some((code) => it.includes(code)))).toEqual([]);
    expect(codes.filter((code) => problems.join().includes(code))).toEqual(isWhole ? [] : codes);
    const outcome = isWhole ? 'joined' : 'registered';
    for (const attempt of removed.told.keys())
      expect(await join(attempt)).toMatchObject({ outcome });
  });
});
