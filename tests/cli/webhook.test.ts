import { beforeEach, expect, test, vi } from 'vitest';
import { setUpCommands } from '../support/command.ts';
import { setUpReceiver } from '../support/receiver.ts';
import { KEYS } from '../support/waitlist.ts';

const { addMember, redis, run, output } = await setUpCommands();
const { received } = await setUpReceiver();
beforeEach(() => redis.flushall());

const CHANGES = ['correct --last-name Roe', 'opt-out', 'admit --wave new'];
const NEXT = 'Events of 1 member will be sent at the next signup, or within five minutes.';

test('commands add events only if the variables are set, and say so; stats says since when they wait', async () => {
  const code = await addMember();
  vi.stubEnv('WAITLIST_WEBHOOK_URL', '');
  const { stderr } = await run(`correct ${code} --last-name Ek`);
  expect(stderr).toMatch(/webhooks off\n\nWarning: WAITLIST_WEBHOOK_URL must be .+\n/);
  expect(await redis.exists(KEYS.outbox)).toBe(0);
  vi.unstubAllEnvs();
  for (const change of CHANGES) {
    const { code: failed, stdout } = await run(change, code);
    expect({ failed, stdout }).toEqual({ failed: 0, stdout: expect.stringContaining(NEXT) });
  }
  expect(await output('admit --undo new')).toContain(NEXT);
  await redis.hset(KEYS.outboxTimes, `member.admitted ${code}`, 1e12);
  const waiting = 'Webhook events: 2 waiting, the oldest since 2001-09-09T01:46:40Z.\n';
  expect(await output('stats')).toContain(waiting);
  expect(await output('remove', code)).toContain(NEXT);
  const events = ['admitted', 'left', 'updated'].map((name) => `member.${name} ${code}`);
  expect((await redis.zrange(KEYS.outbox, '0', '-1')).sort()).toEqual(events);
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
