import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitMembers, undoWave } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { freshWaitlist } from '../support/call-function.ts';
import { someone } from '../support/waitlist.ts';

const waitlist = freshWaitlist();

interface Member {
  code: string;
  number: number;
  friends: number;
  inviter: string | undefined;
  attempt: Attempt;
  wave?: string | undefined;
}

/** The queue as one would write it in an afternoon: an array, sorted anew for every question. */
class NaiveQueue {
  joined = 0;
  members: Member[] = [];

  join(code: string, attempt: Attempt) {
    this.joined += 1;
    const inviter = this.members.find((member) => member.code === attempt.signup.referralCode);
    if (inviter) inviter.friends += 1;
    const number = this.joined;
    this.members.push({ code, number, friends: 0, inviter: inviter?.code, attempt });
  }

  leave(member: Member) {
    this.members.splice(this.members.indexOf(member), 1);
    const inviter = this.members.find(({ code }) => code === member.inviter);
    if (inviter) inviter.friends -= 1;
  }

  inWave = (wave: string) => this.members.filter((member) => member.wave === wave);

  /** The front of the queue, until the wave has so many. */
  admit(wave: string, total: number) {
    const missing = total - this.inWave(wave).length;
    const front = this.order.slice(0, Math.max(0, missing));
    for (const member of this.members) if (front.includes(member.code)) member.wave = wave;
  }

  /** By score; of two with the same score, the newer one has more friends and comes first. */
  get order() {
    const score = (member: Member) => member.number - SPOTS_PER_FRIEND * member.friends;
    return this.members
      .filter(({ wave }) => !wave)
      .toSorted((a, b) => score(a) - score(b) || b.number - a.number)
      .map(({ code }) => code);
  }

  positionOf = (code: string) => this.order.indexOf(code) + 1;
}

const ACTS = ['retry', 'duplicate', 'leave', 'admit', 'undo'] as const;
const step = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant('join') },
    { weight: 5, arbitrary: fc.constantFrom(...ACTS) },
  ),
  who: fc.nat(30),
});

const pick = <Item>(items: Item[], index: number) => items[index % Math.max(1, items.length)];

test('the queue is the naive one, whoever joins, retries, comes twice, leaves or is admitted', async () => {
  const script = fc.array(step, { minLength: 20, maxLength: 40 });
  const property = fc.asyncProperty(script, async (steps) => {
    await waitlist.redis.flushall();
    const model = new NaiveQueue();
    const gone = ['FFFFFFFghost123'];
    const send = (attempt: Attempt) => joinQueue(waitlist.upstash, attempt);

    for (const now of steps) {
      if (now.act === 'join') {
        // Known codes, removed and unknown ones, and none at all.
        const codes = [...model.members.map(({ code }) => code), ...gone, undefined];
        const attempt = someone({ referralCode: pick(codes, now.who) });
        const result = await send(attempt);
        if (result.outcome !== 'joined') throw new Error(result.outcome);
        model.join(result.referralCode, attempt);
        expect(result.position).toBe(model.positionOf(result.referralCode));
        continue;
      }
      const wave = `wave-${now.who % 2}`;
      if (now.act === 'admit') {
        const before = model.inWave(wave).length;
        const reply = await admitMembers(waitlist.upstash, wave, now.who % 6);
        model.admit(wave, now.who % 6);
        const inWave = model.inWave(wave).length;
        expect(reply).toEqual({ people: inWave - before, inWave });
        continue;
      }
      if (now.act === 'undo') {
        const all = model.members.map(({ code }) => code);
        const undone = model.inWave(wave);
        expect(await undoWave(waitlist.upstash, wave, all)).toBe(undone.length);
        for (const member of undone) member.wave = undefined;
        continue;
      }
      const member = pick(model.members, now.who);
      if (!member) continue;
      if (now.act === 'retry') {
        expect(await send(member.attempt)).toMatchObject({
          referralCode: member.code,
          ...(member.wave
            ? { outcome: 'admitted', friendsJoined: member.friends }
            : { outcome: 'joined', position: model.positionOf(member.code) }),
        });
      } else if (now.act === 'duplicate') {
        const again = someone({ phone: member.attempt.signup.phone, referralCode: member.code });
        expect(await send(again)).toEqual({ outcome: 'registered' });
      } else {
        await eraseMember(waitlist.upstash, member.code);
        model.leave(member);
        gone.push(member.code);
      }
    }

    expect(await waitlist.redis.zrange(KEYS.queue, 0, -1)).toEqual(model.order);
    const phones = model.members.map(({ code, attempt }) => [attempt.signup.phone, code]);
    expect(await waitlist.redis.hgetall(KEYS.phones)).toEqual(Object.fromEntries(phones));
    const codes = await waitlist.redis.hkeys(KEYS.members);
    expect(codes.toSorted()).toEqual(model.members.map(({ code }) => code).toSorted());
    for (const { code, number, friends, inviter, attempt, wave } of model.members) {
      const score = await waitlist.redis.zscore(wave ? KEYS.admitted : KEYS.queue, code);
      expect(Number(score)).toBe(number - SPOTS_PER_FRIEND * friends);
      expect(await waitlist.memberWith(attempt.signup.phone)).toMatchObject({ inviter, wave });
    }
    expect((await audit(waitlist.redis)).problems).toEqual([]);
    // Without a limit nothing is counted.
    expect(await waitlist.redis.keys(KEYS.attempts('*'))).toEqual([]);
  });
  await fc.assert(property, { numRuns: 50 });
}, 120_000);

test(`in an unmoved queue one referral moves exactly ${SPOTS_PER_FRIEND}, or to the front`, async () => {
  const sizes = fc
    .integer({ min: 1, max: 40 })
    .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
  const property = fc.asyncProperty(sizes, async ([size, index]) => {
    await waitlist.redis.flushall();
    await Promise.all(Array.from({ length: size }, () => joinQueue(waitlist.upstash, someone())));
    const code = (await waitlist.redis.zrange(KEYS.queue, index, index))[0] ?? '';
    await joinQueue(waitlist.upstash, someone({ referralCode: code }));
    const position = index + 1;
    const moved = position - 1 - Number(await waitlist.redis.zrank(KEYS.queue, code));
    expect(moved).toBe(Math.min(SPOTS_PER_FRIEND, position - 1));
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);
