import { beforeEach, expect, test, vi } from 'vitest';
import { setUpCommands } from '../support/command.ts';
import { setUpReceiver } from '../support/receiver.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { redis, run, output } = waitlist;
const { received } = await setUpReceiver();
beforeEach(() => redis.flushall());

const NEXT = 'Events of 1 member will be sent at the next signup, or within five minutes.';

test('commands add events only if the variables are set, and say so', async () => {
  const code = await waitlist.addMember();
  vi.stubEnv('WAITLIST_WEBHOOK_URL', '');
  const { stderr } = await run(`correct ${code} --last-name Ek`);
  expect(stderr).toMatch(/webhooks off\n\nWarning: WAITLIST_WEBHOOK_URL must be .+\n/);
  expect(await redis.exists(KEYS.outbox)).toBe(0);
  vi.unstubAllEnvs();
  for (const [command, event] of [
    [`correct ${code} --last-name Roe`, 'member.updated'],
    [`opt-out ${code}`, 'member.updated'],
    [`opt-out --undo ${code}`, 'member.updated'],
    [`admit ${code} --wave new`, 'member.admitted'],
    ['admit --undo new', 'member.updated'],
    [`remove ${code}`, 'member.left'],
  ] as const) {
    expect(await output(command)).toContain(NEXT);
    expect(await redis.zrange(KEYS.outbox, '0', '-1')).toEqual([`${event} ${code}`]);
    await redis.del(KEYS.outbox, KEYS.outboxTimes);
  }
});

test('stats says how many events wait, and since when', async () => {
  expect(await output('stats')).toContain('Webhook events: 0 waiting.\n');
  await redis.hset(KEYS.outboxTimes, 'member.left b', 1e12 + 1e4, 'member.left a', 1e12);
  const waiting = 'Webhook events: 2 waiting, the oldest since 2001-09-09T01:46:40Z.\n';
  expect(await output('stats')).toContain(waiting);
});

test('webhook --test sends a signed event with every field, and links that lead to the site', async () => {
  expect(await output('webhook --test')).toBe('The receiver accepted the test event.\n');
  const data = { phone: '+12125550100', referralLink: 'https://fabio.example/?ref=Test00a0a0' };
  expect(received).toMatchObject([{ type: 'webhook.test', data }]);
  expect(Object.values(received[0]?.data ?? {})).not.toContain(undefined);
  vi.stubEnv('SITE_URL', '');
  expect((await run('webhook --test')).stderr).toContain('Set SITE_URL in .env to the https://');
  expect((await run('--local-list webhook --test')).code).toBe(0);
});
