import { expect, test, vi } from 'vitest';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { STATUS_ERRORS } from '../../src/waitlist/shared/status.ts';
import { audit } from '../support/audit.ts';
import { freshSite, lastLine } from '../support/call-function.ts';
import { person } from '../support/waitlist.ts';

const { waitlist, site, printed } = freshSite();

test('when I leave, nothing of me is left: in no key, and in no line of the log', async () => {
  const names = { firstName: 'Zéldåfirst', lastName: 'Quixote "key":"x' };
  const me = person({ ...names, phone: '9876543210', consent: '34b03603' });
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

test('coming and leaving again and again is worth nothing to my inviter', async () => {
  const inviter = await waitlist.member();
  for (const time of ['first', 'second']) {
    const me = person({
      phone: '9876543210',
      key: `the-key-of-the-${time}-time`,
      referralCode: inviter,
    });
    const told = await site.join(me);
    expect(await waitlist.scoreOf(inviter)).toBe(1 - SPOTS_PER_FRIEND);
    await site.leave(told);
    expect(await waitlist.scoreOf(inviter)).toBe(1);
  }
});

test('a wrong token takes nobody off the list, and is answered as a code that nobody has', async () => {
  vi.stubEnv('WAITLIST_RATE_LIMIT', '0'); // Its counters would be something new.
  const { referralCode } = await waitlist.memberBack();
  const before = await waitlist.everything();
  const wrong = await site.leave({ referralCode, statusToken: 'abcdefghij' });
  const unknown = await site.leave({ referralCode: 'FFFFFFFghost123', statusToken: 'abcdefghij' });
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
  expect(wrong.body).toEqual({ success: false, error: STATUS_ERRORS.unknown_member });
  for (const statusToken of ['', undefined, '.', '%w']) {
    expect((await site.leave({ referralCode, statusToken })).status).toBe(400);
  }
  expect(await waitlist.everything()).toBe(before);
});
