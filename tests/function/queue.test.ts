import { describe, expect, test } from 'vitest';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import type { Member } from '../../netlify/queue/record.ts';
import { freshFunctions } from '../support/call-function.ts';
import { attemptOf, KEYS, newAttempt, newVisitor, type Visitor } from '../support/waitlist.ts';

const { waitlist } = await freshFunctions();

const send = (attempt: Attempt) => joinQueue(waitlist.client, attempt);
const refused = (code: string) => ({ ok: false, code });

test('a list stores what a referral is worth with its first member, or the next if it is gone', async () => {
  for (const _ of ['first', 'next']) {
    await waitlist.addMember();
    expect(await waitlist.redis.getdel(KEYS.positionsPerReferral)).toBe('5');
  }
});

test('my retry writes nothing if nothing changed, and on a shared tablet only my own names retry', async () => {
  const me = newVisitor();
  const press = (fields?: Partial<Visitor>, isSharedKey = true) =>
    send({ ...attemptOf({ ...me, ...fields }), isSharedKey });
  const joined = await press();
  const before = await waitlist.redis.info('persistence');
  expect(await press()).toEqual(joined);
  expect(await press({}, false)).toEqual(joined);
  for (const names of [{ firstName: 'Bea' }, { lastName: 'Roe' }]) {
    expect(await press(names)).toEqual(refused('phone_registered'));
  }
  const writes = /changes_since_last_save:\d+/;
  expect(await waitlist.redis.info('persistence')).toMatch(writes.exec(before)?.[0] ?? '');
});

test('my retry changes nothing if I am missing from the queue', async () => {
  const me = newVisitor();
  const code = await waitlist.addMember(me);
  const before = await waitlist.memberWith(me.phone);
  await waitlist.redis.zrem(KEYS.queue, code);
  expect(await send(attemptOf({ ...me, firstName: 'Bea' }))).toEqual(refused('phone_registered'));
  expect(await waitlist.memberWith(me.phone)).toEqual(before);
});

describe('consent', () => {
  const today = { version: '1a2b3c4d', text: 'I agree.' };
  const older = { version: '4d3c2b1a', text: 'I agreed.' };
  const me = newVisitor({ consent: today.version });
  const texts = () => waitlist.redis.hgetall(KEYS.consents);

  test("is stored with its text if that is today's, or one that a member agreed to", async () => {
    const agree = async (consent: string, currentConsent: typeof today | null) => {
      const attempt = { ...newAttempt({ consent }), currentConsent };
      await send(attempt);
      return (await waitlist.memberWith(attempt.signup.phone))?.consent;
    };
    expect(await agree(older.version, today)).toBeUndefined();
    expect(await texts()).toEqual({});
    expect(await agree(older.version, older)).toBe(older.version);
    expect(await agree(older.version, today)).toBe(older.version);
    expect(await agree(older.version, null)).toBe(older.version);
    expect(await texts()).toEqual({ [older.version]: older.text });
    await agree(older.version, { ...older, text: 'another' });
    expect(await texts()).toEqual({ [older.version]: older.text });
  });

  test('and names are those of my last retry, and the time is when I first agreed', async () => {
    const at = (minute: number) => Date.parse(`2026-11-01T09:0${minute}:00Z`);
    const press = async (minute: number, fields: Partial<Visitor>) => {
      const attempt = { ...attemptOf({ ...me, ...fields }), currentConsent: today };
      await send({ ...attempt, joinedAt: at(minute) });
      return waitlist.memberWith(me.phone);
    };
    const referralCode = await waitlist.addMember();
    const unticked = { consent: undefined, source: 'ig', referralCode };
    const first = await press(1, { ...unticked, firstName: 'Anna' });
    const agreed = { ...first, firstName: 'Hanna', consent: today.version, consentAt: at(2) };
    const ticked = { firstName: 'Hanna', source: 'tiktok', referralCode: undefined };
    for (const minute of [2, 3]) expect(await press(minute, ticked)).toEqual(agreed);
    expect(await press(4, { ...unticked, firstName: 'Anna' })).toEqual(first);
  });

  test('stays as it was once I have opted out, while a retry still updates my names', async () => {
    await waitlist.addMember({ ...me, consent: older.version });
    const stored = async () => (await waitlist.memberWith(me.phone)) as Member;
    const optedOut = { ...(await stored()), optedOutAt: Date.UTC(2026, 10, 21) };
    await waitlist.store(optedOut);
    const stranger = attemptOf({ ...me, firstName: 'Eve', key: 'the-key-of-a-stranger' });
    expect(await send({ ...stranger, currentConsent: today })).toEqual(refused('phone_registered'));
    expect(await stored()).toEqual(optedOut);
    for (const consent of [today.version, undefined]) {
      const again = attemptOf({ ...me, firstName: 'Hanna', consent });
      await send({ ...again, currentConsent: today });
      expect(await stored()).toEqual({ ...optedOut, firstName: 'Hanna' });
    }
  });
});
