import { beforeEach, expect, test } from 'vitest';
import { setUpWaitlist } from '../support/command.ts';
import { freshReceiver } from '../support/receiver.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpWaitlist();
const { redis, run, output } = waitlist;
const { env, received, summary } = await freshReceiver();
beforeEach(() => void Object.assign(process.env, env));

const NEXT = 'will be sent at the next signup, or within five minutes';

test('commands add events only if the variables are set, and say so', async () => {
  const [first, second] = [await waitlist.addMember(), await waitlist.addMember()];
  process.env.WAITLIST_WEBHOOK_URL = '';
  const { stderr } = await run(`admit ${first} --wave new`);
  expect(stderr).toMatch(/webhooks off\n\nWarning: WAITLIST_WEBHOOK_URL must be .+\n/);
  expect((await run('webhook --retry')).stderr).toContain('WAITLIST_WEBHOOK_URL must be');
  expect(await redis.exists(KEYS.outbox)).toBe(0);
  process.env.WAITLIST_WEBHOOK_URL = env.WAITLIST_WEBHOOK_URL;
  const admitted = await run(`admit ${second} --wave new`);
  expect(admitted.stderr).toContain('test, webhooks on');
  expect(admitted.stdout).toContain(`Events of 1 member ${NEXT}.`);
  await output(`opt-out ${second}`);
  await output(`correct ${first} --last-name Roe`);
  const events = (code: string) => redis.hget(KEYS.outboxEvents, code);
  expect(await events(first)).toContain('member.updated');
  expect(await events(second)).toMatch(/member\.(admitted|updated).+member\.(admitted|updated)/);
  await output(`remove ${first}`);
  expect(await events(first)).not.toContain('member.updated');
});

test('webhook --test sends a signed event with every field, and --retry what waits or has failed', async () => {
  expect(await output('webhook --test')).toBe('The receiver accepted the test event.\n');
  expect(summary()).toEqual(['webhook.test Test000000']);
  expect(Object.values(received[0]?.data ?? {})).not.toContain(undefined);
  expect(received[0]?.data).toMatchObject({ acceptsTexts: true, phone: '+12125550100' });

  const [waits, failed] = await redis.zrange(KEYS.outbox, 0, -1);
  const event = { id: 'x', time: 0, cause: 'status 500', failedAt: 1e12 };
  const news = { 'member.left': event };
  await redis.hset(KEYS.outboxEvents, `${failed}`, JSON.stringify(news));
  await redis.zrem(KEYS.outbox, `${failed}`);
  const stats = await output('stats');
  expect(stats).toContain('1 waiting, 1 failed, the oldest since 1970-01-01T00:00:00Z.\n');
  expect(stats).toContain('The last failure was at 2001-09-09T01:46:40Z: status 500.\n');
  expect(await output('webhook --retry')).toContain(`Events of 2 members ${NEXT}.`);
  expect((await redis.zrange(KEYS.outbox, 0, -1)).sort()).toEqual([waits, failed].sort());
});
