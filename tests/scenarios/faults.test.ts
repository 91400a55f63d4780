import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type JoinResult, joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import type { SignupResponse } from '../../src/waitlist/shared/contract.ts';
import { audit } from '../support/audit.ts';
import { freshSite } from '../support/call-function.ts';
import { randomFrom } from '../support/random.ts';
import { attemptOf, person } from '../support/waitlist.ts';
import { Crowd, IS_LONG, type Join, TIMEOUT_MS } from './crowd.ts';

/** How many answers get lost, and how often a hand does something. */
const LOST = IS_LONG ? 5_000 : 60;
const TIMES = IS_LONG ? 200 : 8;

vi.setConfig({ testTimeout: TIMEOUT_MS });
const random = randomFrom(5);
const { waitlist, site } = freshSite();
let crowd: Crowd;
/** What the function answered, in the words of the queue. */
function resultOf({ status, body }: { status: number; body: SignupResponse }): JoinResult {
  if (status === 503) throw new Error('told that we cannot be reached');
  return body.success ? { outcome: 'joined', ...body } : { outcome: 'registered' };
}

const join: Join = (one) => joinQueue(waitlist.upstash, attemptOf(one));
beforeEach(() => {
  crowd = new Crowd(join);
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0');
});

describe('nobody is lost or counted twice', () => {
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
    const server = createServer(async (incoming, outgoing) => {
      const { status, body } = await site.press(JSON.parse(await text(incoming)));
      const answer = JSON.stringify(body);
      const fate = random();
      if (fate < 0.25) return void incoming.socket.destroy();
      outgoing.writeHead(status, { 'Content-Length': answer.length });
      if (fate > 0.5) return void outgoing.end(answer);
      outgoing.write(answer.slice(0, answer.length / 2), () => incoming.socket.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    crowd = new Crowd(async (one) => {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(one) });
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
    const positions = new Set<number>();
    crowd = new Crowd(async (one) => {
      const result = resultOf(await site.press(one));
      if (result.outcome === 'joined') positions.add(result.position);
      return result;
    });
    const inviter = person();
    await crowd.press(inviter);
    const referralCode = crowd.told.get(inviter);
    const people = Array.from({ length: IS_LONG ? 1_000 : 300 }, () => person({ referralCode }));
    await Promise.all([...people, ...people].map((one) => crowd.press(one)));
    await crowd.expectSound(waitlist.redis);
    // The inviter was at the front already: nobody has moved.
    expect(positions.size).toBe(crowd.told.size);
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

  test.each([
    ['that takes members out of every key makes no ghosts, and they can join again', true],
    ['that forgets their records makes no ghosts either; the audit names them', false],
  ])('%s', async (_, isWhole) => {
    const { redis } = waitlist;
    const removed = new Crowd(join);
    await crowd.comeDuring(TIMES, async () => {
      // One without an inviter, who would have to lose a friend.
      const [member] = [...crowd.told].filter(([one]) => !one.referralCode);
      if (!member) return;
      const [one, code] = member;
      const removal = redis.multi().zrem(KEYS.queue, code);
      if (isWhole) removal.hdel(KEYS.members, code).hdel(KEYS.phones, one.phone);
      await removal.exec();
      crowd.told.delete(one);
      removed.told.set(one, code);
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
