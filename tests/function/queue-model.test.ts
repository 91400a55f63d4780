import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitMembers, undoWave } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { freshFunctions } from '../support/call-function.ts';
import { KEYS, newAttempt } from '../support/waitlist.ts';

const { waitlist } = await freshFunctions();
const send = (attempt: Attempt) => joinQueue(waitlist.client, attempt);

interface Member {
  code: string;
  number: number;
  referrals: number;
  referredBy: string | undefined;
  attempt: Attempt;
  wave?: string | undefined;
}

/** The simplest queue there is: an array, sorted again for every query. */
class NaiveQueue {
  joined = 0;
  members: Member[] = [];
  /** Codes that credit nobody: made up, a campaign's, or of members who left. */
  unknown = ['Xpwq7ghost', 'SUMMER_26'];

  join(code: string, attempt: Attempt) {
    this.joined += 1;
    const referrer = this.members.find((member) => member.code === attempt.signup.referralCode);
    if (referrer) referrer.referrals += 1;
    const number = this.joined;
    this.members.push({ code, number, referrals: 0, referredBy: referrer?.code, attempt });
  }

  leave(member: Member) {
    this.members.splice(this.members.indexOf(member), 1);
    const referrer = this.members.find(({ code }) => code === member.referredBy);
    if (referrer) referrer.referrals -= 1;
    this.unknown.push(member.code);
  }

  inWave = (wave: string) => this.members.filter((member) => member.wave === wave);

  /** Admits the front of the queue until the wave has `total` members. */
  admit(wave: string, total: number) {
    const missing = total - this.inWave(wave).length;
    const front = this.order.slice(0, Math.max(0, missing));
    for (const member of this.members) if (front.includes(member.code)) member.wave = wave;
  }

  /** By score; of two members with the same score, the newer one has more referrals and comes first. */
  get order() {
    const score = (member: Member) => member.number - POSITIONS_PER_REFERRAL * member.referrals;
    return this.members
      .filter(({ wave }) => !wave)
      .toSorted((a, b) => score(a) - score(b) || b.number - a.number)
      .map(({ code }) => code);
  }

  positionOf = (code: string) => this.order.indexOf(code) + 1;
}

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('","key":"x', '*3\r\n$3\r\nSET', '{waitlist}:queue', '__proto__', '\u0000'),
);

const pick = <Item>(items: Item[], index: number) => items[index % items.length];

/** Each does the same to the list and the model, and compares the results. */
const ACTS = {
  async join(model: NaiveQueue, who: number, _: Member, firstName: string) {
    const codes = [...model.members.map(({ code }) => code), ...model.unknown, undefined];
    const attempt = newAttempt({ firstName, referralCode: pick(codes, who) });
    const result = await send(attempt);
    if (!result.ok || !('position' in result)) throw new Error('expected to join');
    model.join(result.referralCode, attempt);
    expect(result.position).toBe(model.positionOf(result.referralCode));
  },
  async retry(model: NaiveQueue, _: number, { code, attempt, wave, referrals }: Member) {
    expect(await send(attempt)).toMatchObject({
      referralCode: code,
      ...(wave
        ? { admitted: true, referralCount: referrals }
        : { position: model.positionOf(code) }),
    });
  },
  async signUpAgain(_: NaiveQueue, __: number, { code, attempt }: Member) {
    const again = newAttempt({ phone: attempt.signup.phone, referralCode: code });
    expect(await send(again)).toEqual({ ok: false, code: 'phone_registered' });
  },
  async leave(model: NaiveQueue, _: number, member: Member) {
    await eraseMember(waitlist.client, ['operator', member.code]);
    model.leave(member);
  },
  async admit(model: NaiveQueue, who: number) {
    const wave = `wave-${who % 2}`;
    const before = model.inWave(wave).length;
    const count = await admitMembers(waitlist.client, wave, model.order, who % 6);
    model.admit(wave, who % 6);
    expect(count).toBe(model.inWave(wave).length - before);
  },
  async undo(model: NaiveQueue, who: number) {
    const wave = `wave-${who % 2}`;
    const undone = model.inWave(wave);
    const all = model.members.map(({ code }) => code);
    expect(await undoWave(waitlist.client, wave, all)).toBe(undone.length);
    for (const member of undone) member.wave = undefined;
  },
};
const OTHERS = ['retry', 'signUpAgain', 'leave', 'admit', 'undo'] as const;

test('the queue matches a naive one while members join, retry, sign up again, leave and are admitted', async () => {
  const act = fc.oneof(
    { weight: 6, arbitrary: fc.constant('join' as const) },
    { weight: 5, arbitrary: fc.constantFrom(...OTHERS) },
  );
  const steps = fc.array(fc.tuple(act, fc.nat(30), anyName), { minLength: 20, maxLength: 40 });
  const property = fc.asyncProperty(steps, async (all) => {
    await waitlist.redis.flushall();
    const model = new NaiveQueue();
    for (const [act, who, name] of all) {
      const member = pick(model.members, who);
      await ACTS[member ? act : 'join'](model, who, member as Member, name);
    }
    expect(await waitlist.redis.zrange(KEYS.queue, 0, -1)).toEqual(model.order);
    const { members, problems } = await audit(waitlist);
    expect([members.size, problems]).toEqual([model.members.length, []]);
    for (const { code, referredBy, wave, attempt } of model.members) {
      const { firstName, phone } = attempt.signup;
      const admittedAt = wave && expect.closeTo(Date.now(), -5);
      const record = { code, referredBy, wave, admittedAt, firstName };
      expect(await waitlist.memberWith(phone)).toMatchObject(record);
    }
  });
  await fc.assert(property, { numRuns: 50 });
}, 120_000);
