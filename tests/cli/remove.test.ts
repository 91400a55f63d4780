import { expect, test } from 'vitest';
import { remove } from '../../cli/commands/remove.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { SPOTS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import { audit } from '../support/audit.ts';
import { printed, setUpWaitlist } from '../support/command.ts';

const waitlist = await setUpWaitlist();
const { redis, session, join, scores } = waitlist;

// That nothing of a member is left in any key is in tests/function/status.test.ts.
test('who is removed is shown before, and moves nobody but her inviter', async () => {
  for (let n = 0; n < 20; n += 1) await join();
  const host = await waitlist.member();
  const ana = await waitlist.member({ phone: '5551234567', referralCode: host });
  for (let n = 0; n < 2; n += 1) await join({ referralCode: ana });
  const before = await scores();
  const position = Number(await redis.zrank(KEYS.queue, ana)) + 1;
  const removing = () => printed(() => remove(session, '(555) 123-4567'));
  expect((await removing()).text).toBe(`Ana Lee, (•••) •••-4567, code ${ana}, position ${position}.
2 friends came through her and will keep their positions.
Her inviter ${host} goes back about ${SPOTS_PER_FRIEND} positions: friends count while they are in line.
Her link will credit nobody any more.

She is erased, and may join again.
`);
  before.delete(ana);
  before.set(host, Number(before.get(host)) + SPOTS_PER_FRIEND);
  expect(await scores()).toEqual(before);
  expect((await audit(redis)).problems).toEqual([]);
  await expect(removing()).rejects.toThrow('Nobody on the list has this phone number.');
});
