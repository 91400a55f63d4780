import { expect, test } from 'vitest';
import { setUpWaitlist } from '../support/command.ts';
import { freshReceiver } from '../support/receiver.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpWaitlist();
const { redis, ask, output } = waitlist;
const { env, received, summary } = await freshReceiver();

test('admit and remove add events only if the variables are set, and the first line says so', async () => {
  const [first, second] = [await waitlist.addMember(), await waitlist.addMember()];
  const admit = async (code: string) => (await ask(`--yes admit ${code} --wave new`)).stderr;
  expect(await admit(first)).toContain('test, webhooks off');
  expect(await redis.exists(KEYS.outbox)).toBe(0);
  Object.assign(process.env, env);
  expect(await admit(second)).toContain('test, webhooks on');
  expect(await output('stats')).toContain('Members with webhook events: 1 waiting, 0 failed.');
  await output(`remove ${first}`);
  expect(await redis.zcard(KEYS.outbox)).toBe(2);
});

test('webhook --test sends a signed event with every field, and --retry sends failed ones again', async () => {
  expect(await output('webhook --test')).toBe('The receiver accepted the test event.\n');
  expect(summary()).toEqual(['webhook.test Test000000']);
  expect(received[0]?.data).toMatchObject({ acceptsTexts: true, phone: '+12125550100' });

  const code = await waitlist.addMember();
  await redis.zadd(KEYS.outboxFailed, 1, code);
  expect(await output('webhook --retry')).toContain('events of 1 member will be sent again');
  expect(await redis.zscore(KEYS.outbox, code)).toBe('1');
  expect(await redis.exists(KEYS.outboxFailed)).toBe(0);
});
