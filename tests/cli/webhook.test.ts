import { beforeEach, expect, test, vi } from 'vitest';
import { setUpCommands } from '../support/command.ts';
import { setUpReceiver } from '../support/receiver.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { redis, run, output } = waitlist;
const { received } = await setUpReceiver();
beforeEach(() => redis.flushall());

const NEXT = 'will be sent at the next signup, or within five minutes';

test('commands add events only if the variables are set, and say so', async () => {
  const code = await waitlist.addMember();
  vi.stubEnv('WAITLIST_WEBHOOK_URL', '');
  const { stderr } = await run(`correct ${code} --last-name Ek`);
  expect(stderr).toMatch(/webhooks off\n\nWarning: WAITLIST_WEBHOOK_URL must be .+\n/);
  const retried = await run('webhook --retry');
  expect(retried.stderr.match(/WAITLIST_WEBHOOK_URL must be/g)).toHaveLength(1);
  expect(await redis.exists(KEYS.outbox)).toBe(0);
  vi.unstubAllEnvs();
  const events = async () =>
    Object.keys(JSON.parse((await redis.hget(KEYS.outboxEvents, code)) ?? ''));
  for (const command of ['correct --last-name Roe', 'opt-out', 'opt-out --undo']) {
    expect(await output(`${command} ${code}`)).toContain(`Events of 1 member ${NEXT}.`);
    expect(await events()).toEqual(['member.updated']);
    await redis.del(KEYS.outbox, KEYS.outboxEvents);
  }
  const admitted = await run(`admit ${code} --wave new`);
  expect(admitted.stderr).toContain('test, webhooks on');
  expect(admitted.stdout).toContain(`Events of 1 member ${NEXT}.`);
  // Undoing an admission that nobody was told of sends nothing.
  expect(await output('admit --undo new')).not.toContain(NEXT);
  await run(`admit ${code} --wave new`);
  await redis.del(KEYS.outbox, KEYS.outboxEvents);
  await redis.hset(KEYS.outboxEvents, code, 'torn');
  expect(await output('stats')).toContain('Members with webhook events: 0 waiting');
  expect(await output('admit --undo new')).toContain(`Events of 1 member ${NEXT}.`);
  await output(`remove ${code}`);
  expect(await events()).toEqual(['member.left']);
});

test('webhook --test sends a signed event with every field, and --retry what waits or has failed', async () => {
  expect(await output('webhook --test')).toBe('The receiver accepted the test event.\n');
  expect(received).toMatchObject([{ type: 'webhook.test', data: { phone: '+12125550100' } }]);
  expect(Object.values(received[0]?.data ?? {})).not.toContain(undefined);
  vi.stubEnv('SITE_URL', 'fabio.example');
  expect((await run('webhook --test')).stderr).toMatch(
    /\nSITE_URL must be the URL of the site, .+\n$/,
  );
  vi.unstubAllEnvs();

  const event = { id: 'x', time: 0, cause: 'status 500', failedAt: 1e12 };
  const stored = JSON.stringify({ 'member.left': event });
  await redis.hset(KEYS.outboxEvents, { waits: stored, failed: stored });
  await redis.zadd(KEYS.outbox, 0, 'waits');
  const stats = await output('stats');
  const failures = '1 of them after a failure, 1 failed for three days';
  expect(stats).toContain(`1 waiting, ${failures}, the oldest since 1970-01-01T00:00:00Z.\n`);
  expect(stats).toContain('The last failure was at 2001-09-09T01:46:40Z: status 500.\n');
  expect(await output('webhook --retry')).toContain(`Events of 2 members ${NEXT}.`);
  expect(await redis.zrange(KEYS.outbox, 0, -1)).toEqual(['failed', 'waits']);
});
