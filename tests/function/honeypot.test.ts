import { afterAll, beforeAll, expect, test } from 'vitest';
import { HONEYPOT } from '../../src/waitlist/shared/contract.ts';
import { deploy, lastLine, person, recordConsole } from '../support/call-function.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

const printed = recordConsole();
let waitlist: Waitlist;
beforeAll(async () => {
  waitlist = await startWaitlist();
});
afterAll(() => waitlist.stop());

test(`a program that fills in ${HONEYPOT} is told of a place, and nothing is stored`, async () => {
  const site = await deploy(waitlist.env);
  await site.join();
  const keys = (await waitlist.redis.keys('*')).toSorted();
  const press = person({ [HONEYPOT]: 'he forgot' });
  const { status, body } = await site.press(press);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, position: 2 });
  expect(body).toMatchObject({ referralCode: expect.stringMatching(/^FFFFFF[0-9A-F]\w{8}$/) });
  expect(lastLine(printed)).toMatchObject({ outcome: 'trapped', status: 200 });
  expect(await waitlist.redis.get('{waitlist}:joined')).toBe('1');
  expect((await waitlist.redis.keys('*')).toSorted()).toEqual(keys);
});
