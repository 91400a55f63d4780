import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { SIGNUP_PATH } from '../../src/waitlist/shared/contract.ts';
import { listen } from '../../tools/local/listen.ts';
import { setUpCommands } from '../support/command.ts';
import { startPreview } from '../support/start-preview.ts';
import { KEYS } from '../support/waitlist.ts';

const waitlist = await setUpCommands();
const { ask, redis, env } = waitlist;
const { origin } = await startPreview(env);
const other = await listen((_, response) => response.end(SIGNUP_PATH));
afterAll(other.close);
process.env.SITE_URL = origin;
beforeEach(() => redis.flushall());

const OK = `ok     database: A request takes N ms.
ok     list
ok     Last backup: never
ok     site
ok     signup function
ok     status function
ok     webhooks: Off.
`;

test.each([
  ['a list', () => waitlist.addMember()],
  ['a list that nobody has joined', async () => {}],
])('%s and the built site are ok, and what was written expires', async (_, fill) => {
  await fill();
  const { code, stdout } = await ask('--local-list doctor');
  expect([code, stdout.replace(/\d+/, 'N')]).toEqual([0, OK]);
  expect(await redis.ttl('{waitlist}:doctor')).toBeGreaterThan(0);
});

const set = (variable: string, value: string) => () => vi.stubEnv(variable, value);
const at = (url: string) => set('SITE_URL', url);
const refuseWrites = () => redis.call('ACL', 'SETUSER', 'default', '-@write');

test.each<[string, line: RegExp, damage: () => unknown]>([
  ['a wrong token', /database: .* is wrong/, set('UPSTASH_REDIS_REST_TOKEN', 'another')],
  ['a read-only token', /database: .*NOPERM/, refuseWrites],
  ['a site that is another', /site: .*leads to another site/, at(env.UPSTASH_REDIS_REST_URL)],
  ['a site without headers', /site: Deploy dist\/_headers, too; npm start/, at(other.url)],
  ['a function that fails', /signup function: Status 200.*\n.*status function: for/, at(other.url)],
  ['a site that is down', /site: .*ECONNREFUSED/, at('http://127.0.0.1:3')],
  ['half a webhook', /webhooks: .*must be whsec_/, set('WAITLIST_WEBHOOK_URL', other.url)],
  ['a restore', /list: .*restore is running/, () => redis.set(KEYS.rebuild, 'restore:x')],
])('%s is reported with what to do', async (_, line, damage) => {
  await damage();
  const { code, stdout } = await ask('--local-list doctor');
  await redis.call('ACL', 'SETUSER', 'default', '+@all');
  expect([code, stdout]).toEqual([1, expect.stringMatching(`wrong  ${line.source}`)]);
});
