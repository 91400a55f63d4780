import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deployFunction } from '../../tools/bench/faults/function.ts';
import { attack } from '../../tools/bench/hostile/attack.ts';
import { recordConsole } from '../support/call-function.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

/**
 * These tests run before the build, which writes the pages that answer forms. A page with every
 * blank in every kind of place stands in; `npm run bench:hostile` uses the real ones.
 */
const PAGE = `<!doctype html><title>{{firstName}} {{lastName}}</title><style>p{margin:0}</style>
  <a href="{{home}}" title='{{phone}}'>{{error}} {{position}}</a>
  <input value="{{firstName}}"><input value='{{lastName}}'><input value="{{phone}}{{inviter}}">
  <a href="sms:?&body=%7B%7Blink%7D%7D%20%7B%7BfirstName%7D%7D">{{link}}</a>`;
vi.mock('../../netlify/http/reply-template.ts', () => ({
  readReplyTemplate: async () => PAGE,
}));

let waitlist: Waitlist;
beforeAll(async () => {
  recordConsole();
  waitlist = await startWaitlist();
});
afterAll(() => waitlist.stop());

test('whatever a form sends, the page that answers has no tag and no quote more', async () => {
  const { redis, env } = waitlist;
  const sent = { json: 0, forms: 2_000, signups: 0, seed: 5 };
  const handler = await deployFunction(env);
  const { requests, statuses, problems } = await attack({ ...sent, handler, redis });
  expect(problems).toEqual([]);
  expect(requests).toBeGreaterThan(1_800);
  for (const status of [200, 400, 403, 405, 413]) {
    expect(statuses[status], `answers with ${status}`).toBeGreaterThan(10);
  }
}, 60_000);
