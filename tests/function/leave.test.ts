import { expect, test, vi } from 'vitest';
import { pretendToJoin } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { SPOT_ERRORS } from '../../src/waitlist/shared/status.ts';
import { audit } from '../support/audit.ts';
import { freshSite, lastLine } from '../support/call-function.ts';
import { attemptOf, person } from '../support/waitlist.ts';

const { waitlist, site, printed } = freshSite();

test('when I leave, nothing of me is left: in no key, and in no line of the log', async () => {
  const names = { firstName: 'Zéldåfirst', lastName: 'Quixote "key":"x' };
  const me = person({ ...names, phone: '9876543210', consent: '34b03603' });
  await pretendToJoin(waitlist.upstash, attemptOf({ ...person(), phone: me.phone }));
  const { referralCode, statusToken } = await site.join(me);
  await waitlist.member({ referralCode });
  expect((await site.leave({ referralCode, statusToken })).body).toEqual({ success: true });
  expect(lastLine(printed)).toMatchObject({ function: 'waitlist-leave', outcome: 'left' });

  const left = `${await waitlist.everything()} ${printed.join()}`;
  const traces = [...Object.values(names), me.phone, me.key, statusToken];
  expect(traces.filter((trace) => left.includes(String(trace)))).toEqual([]);
  // In my friend's record, where it is nobody's.
  expect(left.split(referralCode)).toHaveLength(2);
  expect((await audit(waitlist.redis)).problems).toEqual([]);
  expect((await site.status({ referralCode, statusToken })).status).toBe(404);
});

test('my inviter goes back, my friends stay, and I may join again at the back', async () => {
  const inviter = await waitlist.member();
  const me = person({ referralCode: inviter });
  const { referralCode, statusToken } = await site.join(me);
  const friend = await waitlist.member({ referralCode });
  const scores = () => Promise.all([inviter, friend].map((code) => waitlist.scoreOf(code)));
  expect(await scores()).toEqual([1 - SPOTS_PER_FRIEND, 3]);
  await site.leave({ referralCode, statusToken });
  expect(await scores()).toEqual([1, 3]);

  // However often.
  for (const number of [4, 5]) {
    const again = await site.join({ ...me, key: `the-key-of-time-${number}` });
    expect(again.position).toBe(3);
    expect(await scores()).toEqual([1 - SPOTS_PER_FRIEND, 3]);
    await site.leave(again);
    expect(await scores()).toEqual([1, 3]);
  }
  expect((await audit(waitlist.redis)).problems).toEqual([]);
});

test('an inviter who left before me does not come back', async () => {
  const inviter = await waitlist.memberBack();
  const me = await waitlist.memberBack({ referralCode: inviter.referralCode });
  for (const one of [inviter, me]) expect((await site.leave(one)).status).toBe(200);
  expect(await waitlist.redis.zcard(KEYS.queue)).toBe(0);
});

test('a wrong token takes nobody off the list, and is answered as a code that nobody has', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0'); // Its counters would be something new.
  const { referralCode } = await waitlist.memberBack();
  const before = await waitlist.everything();
  const wrong = await site.leave({ referralCode, statusToken: 'abcdefghij' });
  const unknown = await site.leave({ referralCode: 'FFFFFFFghost123', statusToken: 'abcdefghij' });
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
  expect(wrong.body).toEqual({ success: false, error: SPOT_ERRORS.unknown_spot });
  for (const statusToken of ['', undefined, '.', '%w']) {
    expect((await site.leave({ referralCode, statusToken })).status).toBe(400);
  }
  expect(await waitlist.everything()).toBe(before);
});
