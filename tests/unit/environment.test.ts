import { expect, test } from 'vitest';
import { limitOf } from '../../netlify/http/context.ts';
import { readBuilt } from '../../netlify/http/read-built.ts';
import { readDatabaseEnv } from '../../netlify/queue/redis.ts';
import { readReceiver } from '../../netlify/queue/webhook.ts';
import { readSiteUrl } from '../../src/waitlist/shared/site-url.ts';
import { readEnv } from '../../tools/local/load-env.ts';
import { platformOf } from '../support/call-function.ts';

type Value = string | undefined;
const READ = {
  database: (UPSTASH_REDIS_REST_URL: Value, UPSTASH_REDIS_REST_TOKEN: Value) =>
    readDatabaseEnv({ UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN }),
  limit: (WAITLIST_RATE_LIMIT: Value) => limitOf(platformOf(), { WAITLIST_RATE_LIMIT }),
  site: (SITE_URL: Value, URL: Value) => readSiteUrl({ SITE_URL, URL }),
  receiver: (WAITLIST_WEBHOOK_URL: Value, WAITLIST_WEBHOOK_SECRET: Value) =>
    readReceiver({ WAITLIST_WEBHOOK_URL, WAITLIST_WEBHOOK_SECRET }),
};
type Setting = keyof typeof READ;

const key = '{waitlist}:attempts:203.0.113.7';
const secret = `whsec_${'x'.repeat(32)}`;
const url = 'https://eu1-calm-cat-1.upstash.io';
const netlify = 'https://fabio.netlify.app';

test.each<[Setting, Value, Value, unknown]>([
  ['database', ` ${url}\n`, ' secret ', { url, token: 'secret' }],
  ['database', 'http://[::1]', '!', { url: 'http://[::1]', token: '!' }],
  ['database', 'http://localhost:1', '!', { url: 'http://localhost:1', token: '!' }],
  ['database', '', ' ', undefined],
  ['limit', undefined, undefined, { key, requests: 50 }],
  ['limit', '0', '', undefined],
  ['limit', ' 1000000\n', '', { key, requests: 1e6 }],
  ['site', ' https://A.example/about?ref=x#join\n', netlify, 'https://a.example'],
  ['site', 'http://localhost:8080/', undefined, 'http://localhost:8080'],
  ['site', ' ', netlify, netlify],
  ['site', '', 'not ours', 'http://localhost:4321'],
])('the %s of %j and %j is %j', (setting, first, second, value) => {
  expect(READ[setting](first, second)).toEqual(value);
});

test.each<[Setting, variable: string, first: Value, second: Value]>([
  ['database', 'REST_TOKEN', url, ''],
  ['database', 'REST_URL', 'rediss://secret.upstash.io:6379', 'secret'],
  ['database', 'REST_URL', 'http://secret.example', 'secret'],
  ['database', 'REST_URL', 'https://secret@b.example', 'secret'],
  ['database', 'REST_URL', 'https://:secret@b.example', 'secret'],
  ['limit', 'LIMIT', '-1', ''],
  ['limit', 'LIMIT', '1000001', ''],
  ['limit', 'LIMIT', '1.5', ''],
  ['site', 'URL', 'ftp://a.example', ''],
  ['receiver', 'WEBHOOK_URL', 'http://secret.example', secret],
  ['receiver', 'WEBHOOK_SECRET', 'https://secret.example', 'whsec_secret-'],
  ['receiver', 'WEBHOOK_SECRET', 'https://secret.example', 'secret'.repeat(8)],
  ['receiver', 'WEBHOOK_SECRET', 'https://secret.example', `whsec_${'secret00'.repeat(3)}`],
  ['receiver', 'WEBHOOK_SECRET', 'https://secret.example', `whsec_${'secret00'.repeat(11)}`],
])('the error about the %s names its wrong %s, not the value: %j %j', (setting, name, ...row) => {
  const sentence = `^\\w*${name} (is missing|must be \\w)(?!.*secret).*(console|\\.env\\.example)`;
  expect(() => READ[setting](...row)).toThrow(RegExp(sentence));
});

test('webhooks need a SITE_URL that is right', () => {
  const env = { WAITLIST_WEBHOOK_URL: url, WAITLIST_WEBHOOK_SECRET: secret, SITE_URL: 'ftp://a' };
  expect(() => readReceiver(env)).toThrow('SITE_URL must be');
});

test('a function that finds no built site says how to build it', async () => {
  const missing = 'none.html is missing: run npm run build, or npm start, not netlify dev';
  await expect(readBuilt('none.html' as 'form.html')).rejects.toThrow(missing);
});

test('a .env with a byte order mark is read, but not one that can only be read in part', () => {
  expect(readEnv(Buffer.from('\uFEFFNAME=value'))).toEqual({ NAME: 'value' });
  const file = Buffer.from('FIRST=1\nNAME: value==\n');
  expect(() => readEnv(file)).toThrow('Line 2 must look like NAME=value.');
});
