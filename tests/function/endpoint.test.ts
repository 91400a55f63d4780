import { beforeEach, expect, test, vi } from 'vitest';
import { createContext } from '../../netlify/http/context.ts';
import { endpoint } from '../../netlify/http/endpoint.ts';
import { limitedScript } from '../../netlify/queue/waitlist-script.ts';
import type { Result } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { freshWaitlist, lastLogLine, platformOf, SITE } from '../support/call-function.ts';

const waitlist = await freshWaitlist();
const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
});

const context = createContext(waitlist.env);
const parse = (value: unknown) => ({ ok: true as const, value: value as Record<string, string> });
const countQueue = limitedScript("return {'counted', redis.call('ZCARD', queue)}", {
  counted: { waiting: 'integer' },
});
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const form = (body: string) => new Request(SITE, { method: 'POST', headers: FORM, body });

test('a function that counts who waits gets the query, and is limited without asking', async () => {
  const count = endpoint(context, {
    name: 'count',
    method: 'GET',
    parse,
    async run({ waitlist, input }): Promise<Result<{ waiting: number; input: object }>> {
      const reply = await countQueue(waitlist, []);
      if (reply.outcome === 'rate_limited') return { ok: false, code: 'rate_limited' };
      return { ok: true, waiting: reply.waiting, input };
    },
  });
  const ask = (method = 'GET') => count(new Request(`${SITE}/?a=1&b=2`, { method }), platformOf());
  await waitlist.addMember();
  const answer = { success: true, waiting: 1, input: { a: '1', b: '2' } };
  for (let time = 0; time < 60; time += 1) expect(await (await ask()).json()).toEqual(answer);
  expect((await ask()).status).toBe(429);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const refused = await ask(method);
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET']);
  }
});

const throwing = (what: 'run' | 'page') =>
  endpoint(context, {
    name: 'buggy',
    method: 'POST',
    parse,
    async run({ input }) {
      if (what === 'run') throw new RangeError(`no ${input.name}\n    at Quixote.ts:1:1`);
      return { ok: true };
    },
    async page(result) {
      if (what === 'page') throw new RangeError('Zelda');
      return new Response(result.ok ? 'yes' : ERRORS[result.code], { status: 500 });
    },
  });

test.each(['run', 'page'] as const)(
  'after a bug in its %s I read that something went wrong, and the log says where',
  async (what) => {
    const response = await throwing(what)(form('name=Zelda'), platformOf());
    expect([response.status, await response.text()]).toEqual([500, ERRORS.internal_error]);
    const { outcome, status, cause } = lastLogLine(printed) as Record<string, string>;
    expect([outcome, status]).toEqual(['internal_error', 500]);
    expect(cause).toMatch(/^RangeError\n +at .*endpoint\.test\.ts:\d+:\d+/);
    expect(printed.join()).not.toMatch(/Zelda|Quixote/);
    expect(printed).toHaveLength(1);
  },
);

test('the address of a form, opened as a page, leads home; a program reads which method to use', async () => {
  const call = (method: string) => throwing('run')(new Request(SITE, { method }), platformOf());
  const [opened, put] = [await call('GET'), await call('PUT')];
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, '/']);
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'POST']);
});
