import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitMembers, undoWave } from '../../netlify/queue/admit-members.ts';
import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { type Member, parseRecord } from '../../netlify/queue/record.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { audit } from '../support/audit.ts';
import { setUpFunctions } from '../support/call-function.ts';
import { KEYS, newAttempt, newVisitor, type Visitor } from '../support/waitlist.ts';

const { waitlist } = await setUpFunctions();

const ATTEMPTS = '{waitlist}:attempts:ip';

/** Allows this many attempts. */
const limitOf = (requests: number) => ({ limit: { key: ATTEMPTS, requests, windowSeconds: 60 } });

/** Sends a visitor's signup, without a limit unless there's one in `rest`. */
const send = (fields?: Partial<Visitor>, rest?: Partial<Attempt>) =>
  joinQueue(waitlist.client, { ...newAttempt(fields), ...rest });

const refused = { ok: false, code: 'phone_registered' };

test('my retry changes nothing and is never limited, and only with my own names is it a retry', async () => {
  const me = newVisitor({ referralCode: await waitlist.addMember() });
  const joined = await send(me, limitOf(1));
  const before = await waitlist.everything();
  for (const _ of ['once', 'twice'])
    expect(await send({ ...me, source: 'ig' }, limitOf(1))).toEqual(joined);
  expect(await waitlist.everything()).toBe(before);
  // Redis rounds the time that remains to 0 seconds.
  await waitlist.redis.pexpire(ATTEMPTS, 499);
  const limited = { code: 'rate_limited', retryAfterSeconds: 1 };
  expect(await send({}, limitOf(1))).toMatchObject(limited);
  for (const other of [{ firstName: 'ANA' }, { lastName: 'Roe' }, { key: 'the-key-of-another' }])
    expect(await send({ ...me, ...other })).toMatchObject(refused);
  const withoutKey = newVisitor({ key: undefined });
  await send(withoutKey);
  expect(await send(withoutKey)).toMatchObject(refused);
  // On a damaged list.
  await waitlist.redis.del(KEYS.queue);
  expect(await send(me)).toMatchObject(refused);
});

test('while a list has members, but no last join number, nobody gets the first position', async () => {
  for (const kept of [KEYS.members, KEYS.queue, KEYS.admitted]) {
    for (const _ of ['to admit', 'to wait']) await waitlist.addMember();
    await waitlist.admitFirst(1);
    await waitlist.redis.del((await waitlist.redis.keys('*')).filter((key) => key !== kept));
    await expect(send()).rejects.toThrow('run verify');
    expect(await waitlist.redis.keys('*')).toEqual([kept]);
    await waitlist.redis.flushall();
  }
});

const today = { version: '1a2b3c4d', text: 'I agree.' };
const older = { version: '4d3c2b1a', text: 'I agreed.' };
const texts = () => waitlist.redis.hgetall(KEYS.consents);

test("consent is stored with its text if that is today's, or one that a member agreed to", async () => {
  const agree = async (consent: string, currentConsent: typeof today | null) => {
    const visitor = newVisitor({ consent });
    await send(visitor, { currentConsent });
    return (await waitlist.memberWith(visitor.phone))?.consent;
  };
  expect(await agree(older.version, today)).toBeUndefined();
  expect(await texts()).toEqual({});
  for (const current of [older, today, null, { ...older, text: 'another' }])
    expect(await agree(older.version, current)).toBe(older.version);
  expect(await texts()).toEqual({ [older.version]: older.text });
});

test('consent is that of my last retry, which counts as an attempt, and stays once I have opted out', async () => {
  const me = newVisitor();
  const at = (minute: number) => Date.parse(`2026-11-01T09:0${minute}:00Z`);
  const press = async (minute: number, consent?: string) => {
    const rest = { currentConsent: today, joinedAt: at(minute), ...limitOf(3) };
    const { ok } = await send({ ...me, consent }, rest);
    return ok && (await waitlist.memberWith(me.phone));
  };
  const first = await press(1);
  // When I first agreed.
  const agreed = { ...(first as Member), consent: today.version, consentAt: at(2) };
  for (const minute of [2, 3]) expect(await press(minute, today.version)).toEqual(agreed);
  expect(await press(4, older.version)).toEqual(agreed);
  expect(await press(5)).toEqual(first);
  expect(await press(6, today.version)).toBe(false);
  expect(await press(7)).toEqual(first);
  expect(await texts()).toEqual({ [today.version]: today.text });
  const optedOut = { ...agreed, consent: older.version, optedOutAt: at(8) };
  await waitlist.store(optedOut);
  for (const consent of [today.version, undefined])
    expect(await press(9, consent)).toEqual(optedOut);
});

interface Joined {
  code: string;
  number: number;
  referredBy: string | undefined;
  attempt: Attempt;
  wave?: string | undefined;
}

/** The simplest queue there is: an array, sorted again for every query. */
class NaiveQueue {
  joined = 0;
  members: Joined[] = [];
  /** Codes that credit nobody: made up, a campaign's, or of members who left. */
  unknown = ['Xpwq70a0a0', 'SUMMER_26'];

  join(code: string, attempt: Attempt) {
    this.joined += 1;
    const referrer = this.members.find((member) => member.code === attempt.signup.referredBy);
    this.members.push({ code, number: this.joined, referredBy: referrer?.code, attempt });
  }

  leave(member: Joined) {
    this.members.splice(this.members.indexOf(member), 1);
    this.unknown.push(member.code);
  }

  inWave = (wave: string) => this.members.filter((member) => member.wave === wave);

  referralsOf = (code: string) =>
    this.members.filter(({ referredBy }) => referredBy === code).length;

  /** By score; of two members with the same score, the newer one has more referrals and comes first. */
  get waiting() {
    const score = ({ number, code }: Joined) =>
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

/** `who` is any number; what it picks depends on the act. */
type Turn = { model: NaiveQueue; who: number; member: Joined; firstName: string };

/** Each does the same to the list and the model, and compares the results. */
const ACTS = {
  async join({ model, who, firstName }: Turn) {
    const codes = [...model.members.map(({ code }) => code), ...model.unknown, undefined];
    const rest = { source: 'ig/spring', consent: '1a2b3c4d' };
    const attempt = newAttempt({ ...rest, firstName, referralCode: pick(codes, who) });
    const result = await joinQueue(waitlist.client, attempt);
    if (!result.ok) throw new Error('expected to join');
    model.join(result.referralCode, attempt);
    expect(result.position).toBe(model.positionOf(result.referralCode));
  },
  async retry({ model, member: { code, attempt, wave } }: Turn) {
    const again = await joinQueue(waitlist.client, attempt);
    const position = wave ? null : model.positionOf(code);
    expect(again).toMatchObject({ referralCode: code, position });
  },
  async leave({ model, member }: Turn) {
    await eraseMember(waitlist.client, ['operator', member.code]);
    model.leave(member);
  },
  async admit({ model, who }: Turn) {
    const wave = `wave-${who % 2}`;
    const total = who % 6;
    const front = model.waiting.slice(0, Math.max(0, total - model.inWave(wave).length));
    const count = await admitMembers(waitlist.client, wave, model.order, total);
    expect(count).toBe(front.length);
    for (const member of front) member.wave = wave;
  },
  async undo({ model, who }: Turn) {
    const wave = `wave-${who % 2}`;
    const undone = model.inWave(wave);
    const all = model.members.map(({ code }) => code);
    expect(await undoWave(waitlist.client, wave, all)).toBe(undone.length);
    for (const member of undone) member.wave = undefined;
  },
};

test('the queue matches a naive one while members join, retry, leave and are admitted', async () => {
  const act = fc.oneof(fc.constant('join'), fc.constantFrom('retry', 'leave', 'admit', 'undo'));
  const steps = fc.array(fc.tuple(act, fc.nat(30), anyName), { minLength: 20, maxLength: 40 });
  const property = fc.asyncProperty(steps, async (all) => {
    await waitlist.redis.flushall();
    const model = new NaiveQueue();
    for (const [act, who, firstName] of all) {
      const member = pick(model.members, who);
      await ACTS[member ? act : 'join']({ model, who, member: member as Joined, firstName });
    }
    expect(await waitlist.redis.zrange(KEYS.queue, '0', '-1')).toEqual(model.order);
    expect(await audit(waitlist)).toEqual([]);
    expect(Object.values(KEYS)).toEqual(expect.arrayContaining(await waitlist.redis.keys('*')));
    const records = await waitlist.redis.hgetall(KEYS.members);
    expect(Object.keys(records)).toHaveLength(model.members.length);
    for (const { code, referredBy, wave, attempt } of model.members) {
      const now = expect.closeTo(Date.now(), -5);
      const { referredBy: _, ...signup } = attempt.signup;
      const times = { joinedAt: now, admittedAt: wave && now };
      const record = { ...signup, key: attempt.idempotencyKey, code, referredBy, wave, ...times };
      expect(parseRecord(code, records[code] ?? '')).toMatchObject(record);
    }
  });
  await fc.assert(property, { numRuns: 50 });
}, 120_000);
