import { expect, test } from 'vitest';
import { audit } from '../support/audit.ts';
import { setUpFunctions } from '../support/call-function.ts';
import { KEYS, NOBODY, newVisitor } from '../support/waitlist.ts';

const { waitlist, functions, printed } = await setUpFunctions();

test('my status says where I am and how many friends joined, and once I am admitted, that I am', async () => {
  await waitlist.addMember();
  const { referralCode, statusToken } = await functions.join();
  const status = async () => (await functions.status({ referralCode, statusToken })).body;
  expect(await status()).toEqual({ success: true, position: 2, referralCount: 0 });
  // A damaged score.
  await waitlist.redis.zincrby(KEYS.queue, 3, referralCode);
  expect(await status()).toEqual({ success: true, position: 2, referralCount: 0 });
  await waitlist.redis.zincrby(KEYS.queue, -3, referralCode);
  await waitlist.addMember({ referralCode });
  expect(await status()).toEqual({ success: true, position: 1, referralCount: 1 });
  await waitlist.admitFirst(1);
  await waitlist.addMember({ referralCode });
  expect(await status()).toEqual({ success: true, admitted: true, referralCount: 2 });
});

test('when I leave, nothing about me stays in any key or in the log', async () => {
  const names = { firstName: 'Zéldåfirst', lastName: 'Quixote "key":"x' };
  const referrer = await waitlist.addMember();
  const me = newVisitor({ ...names, phone: '9876543210', referralCode: referrer });
  const { referralCode, statusToken } = await functions.join(me);
  await waitlist.addMember({ referralCode });
  await waitlist.admitFirst(2);
  expect((await functions.leave({ referralCode, statusToken })).body).toEqual({ success: true });

  const left = `${await waitlist.everything()} ${printed.join()}`;
  const traces = [...Object.values(names), me.phone, me.key, statusToken];
  expect(traces.filter((trace) => left.includes(String(trace)))).toEqual([]);
  // Only the friend's record still has my code.
  expect(left.split(referralCode)).toHaveLength(2);
  expect(await audit(waitlist)).toEqual([]);
});

test('while the variables name an empty database, I am asked to try again', async () => {
  const me = await functions.join();
  await waitlist.redis.flushall();
  for (const ask of [functions.status, functions.leave]) {
    expect((await ask(me)).status).toBe(503);
    expect(printed.at(-1)).toContain('"cause":"nobody has joined this list"');
  }
});

test('a request with a wrong token gets the response for an unknown code, and changes nothing', async () => {
  const referralCode = await waitlist.addMember();
  const before = await waitlist.everything();
  for (const ask of [functions.status, functions.leave]) {
    const { status, body } = await ask({ ...NOBODY, referralCode });
    expect(status).toBe(404);
    expect(await ask(NOBODY)).toMatchObject({ status, body });
  }
  expect(await waitlist.everything()).toBe(before);
});
