import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitMembers, undoWave } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { parseRecord } from '../../netlify/queue/record.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { freshFunctions } from '../support/call-function.ts';
import { KEYS, newAttempt } from '../support/waitlist.ts';

const { waitlist } = await freshFunctions();
const send = (attempt: Attempt) => joinQueue(waitlist.client, attempt);

interface Member {
  code: string;
  number: number;
  referredBy: string | undefined;
  attempt: Attempt;
  wave?: string | undefined;
}

/** The simplest queue there is: an array, sorted again for every query. */
class NaiveQueue {
  joined = 0;
  members: Member[] = [];
  /** Codes that credit nobody: made up, a campaign's, or of members who left. */
  unknown = ['Xpwq70a0a0', 'SUMMER_26'];

  join(code: string, attempt: Attempt) {
    this.joined += 1;
    const referrer = this.members.find((member) => member.code === attempt.signup.referralCode);
    this.members.push({ code, number: this.joined, referredBy: referrer?.code, attempt });
  }

  leave(member: Member) {
    this.members.splice(this.members.indexOf(member), 1);
    this.unknown.push(member.code);
  }

  inWave = (wave: string) => this.members.filter((member) => member.wave === wave);

  referralsOf = (code: string) =>
    this.members.filter(({ referredBy }) => referredBy === code).length;

  /** By score; of two members with the same score, the newer one has more referrals and comes first. */
  get waiting() {
    const score = ({ number, code }: Member) =>
      number - POSITIONS_PER_REFERRAL * this.referralsOf(code);
    return this.members
      .filter(({ wave }) => !wave)
      .toSorted((a, b) => score(a) - score(b) || b.number - a.number);
  }

  get order() {
    return this.waiting.map(({ code }) => code);
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
    const rest = { source: 'ig/spring', consent: '1a2b3c4d' };
    const attempt = newAttempt({ ...rest, firstName, referralCode: pick(codes, who) });
    const result = await send(attempt);
    if (!result.ok || !('position' in result)) throw new Error('expected to join');
    model.join(result.referralCode, attempt);
    expect(result.position).toBe(model.positionOf(result.referralCode));
  },
  async retry(model: NaiveQueue, _: number, { code, attempt, wave }: Member) {
    expect(await send(attempt)).toMatchObject({
      referralCode: code,
      ...(wave
        ? { admitted: true, referralCount: model.referralsOf(code) }
        : { position: model.positionOf(code) }),
    });
  },
  async leave(model: NaiveQueue, _: number, member: Member) {
    await eraseMember(waitlist.client, ['operator', member.code]);
    model.leave(member);
  },
  async admit(model: NaiveQueue, who: number) {
    const wave = `wave-${who % 2}`;
    const total = who % 6;
    const front = model.waiting.slice(0, Math.max(0, total - model.inWave(wave).length));
    const count = await admitMembers(waitlist.client, wave, model.order, total);
    expect(count).toBe(front.length);
    for (const member of front) member.wave = wave;
  },
  async undo(model: NaiveQueue, who: number) {
    const wave = `wave-${who % 2}`;
    const undone = model.inWave(wave);
    const all = model.members.map(({ code }) => code);
    expect(await undoWave(waitlist.client, wave, all)).toBe(undone.length);
    for (const member of undone) member.wave = undefined;
  },
};
const OTHERS = ['retry', 'leave', 'admit', 'undo'] as const;

test('the queue matches a naive one while members join, retry, leave and are admitted', async () => {
  const act = fc.oneof(fc.constant('join' as const), fc.constantFrom(...OTHERS));
  const steps = fc.array(fc.tuple(act, fc.nat(30), anyName), { minLength: 20, maxLength: 40 });
  const property = fc.asyncProperty(steps, async (all) => {
    await waitlist.redis.flushall();
    const model = new NaiveQueue();
    for (const [act, who, name] of all) {
      const member = pick(model.members, who);
      await ACTS[member ? act : 'join'](model, who, member as Member, name);
    }
    expect(await waitlist.redis.zrange(KEYS.queue, 0, -1)).toEqual(model.order);
    expect(await audit(waitlist)).toEqual([]);
    expect(Object.values(KEYS)).toEqual(expect.arrayContaining(await waitlist.redis.keys('*')));
    const records = await waitlist.redis.hgetall(KEYS.members);
    expect(Object.keys(records)).toHaveLength(model.members.length);
    for (const { code, referredBy, wave, attempt } of model.members) {
      const now = expect.closeTo(Date.now(), -5);
      const { referralCode: _, ...signup } = attempt.signup;
      const times = { joinedAt: now, admittedAt: wave && now };
      const record = { ...signup, key: attempt.idempotencyKey, code, referredBy, wave, ...times };
      expect(parseRecord(code, records[code] ?? '')).toMatchObject(record);
    }
  });
  await fc.assert(property, { numRuns: 50 });
}, 120_000);
