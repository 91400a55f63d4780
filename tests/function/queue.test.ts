import { expect, test } from 'vitest';
import { type Attempt, joinQueue } from '../../netlify/queue/join-queue.ts';
import { setUpFunctions } from '../support/call-function.ts';
import { KEYS, newAttempt, newVisitor, type Visitor } from '../support/waitlist.ts';

const { waitlist } = await setUpFunctions();

const ATTEMPTS = '{waitlist}:attempts:ip';

/** Allows this many attempts. */
const limitOf = (requests: number) => ({ limit: { key: ATTEMPTS, requests } });

/** Sends a visitor's signup, without a limit unless there's one in `rest`. */
const send = (fields?: Partial<Visitor>, rest?: Partial<Attempt>) =>
  joinQueue(waitlist.client, { ...newAttempt(fields), ...rest });

const refused = { ok: false, code: 'phone_registered' };

test('my retry is never limited unless it changes my consent, and only with my own names is it a retry', async () => {
  const me = newVisitor();
  const joined = await send(me, limitOf(1));
  expect(await send({ ...me, source: 'ig' }, limitOf(1))).toEqual(joined);
  const agreeing = await send({ ...me, consent: '1a2b3c4d' }, limitOf(1));
  expect(agreeing).toMatchObject({ code: 'rate_limited' });
  // Redis rounds the time that remains to 0 seconds.
  waitlist.interrupt(String, () => waitlist.redis.pexpire(ATTEMPTS, 499));
  const limited = { code: 'rate_limited', retryAfterSeconds: 1 };
  expect(await send({}, limitOf(1))).toMatchObject(limited);
  for (const other of [{ firstName: 'ANA' }, { lastName: 'Roe' }])
    expect(await send({ ...me, ...other })).toMatchObject(refused);
  // On a damaged list.
  await waitlist.redis.del(KEYS.queue);
  expect(await send(me)).toMatchObject(refused);
});

test('while a list has members, but no right last join number, nobody gets the first position', async () => {
  for (const kept of [KEYS.members, KEYS.queue, KEYS.admitted]) {
    for (const _ of ['to admit', 'to wait']) await waitlist.addMember();
    await waitlist.admitFirst(1);
    await waitlist.redis.del((await waitlist.redis.keys('*')).filter((key) => key !== kept));
    await expect(send()).rejects.toThrow('run verify');
    expect(await waitlist.redis.keys('*')).toEqual([kept]);
    await waitlist.redis.set(KEYS.lastJoinNumber, '-5');
    await expect(send()).rejects.toThrow('run verify');
    await waitlist.redis.flushall();
  }
});
