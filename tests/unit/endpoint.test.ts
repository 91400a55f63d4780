import { expect, test, vi } from 'vitest';
import { endpoint } from '../../netlify/http/endpoint.ts';
import { contextOf, SITE } from '../support/call-function.ts';

test('a function that answers GET gets the query, and refuses any other method', async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  vi.stubEnv('UPSTASH_REDIS_REST_URL', 'http://127.0.0.1:2');
  vi.stubEnv('UPSTASH_REDIS_REST_TOKEN', 'x');
  const echo = endpoint<object, { query: object }>({
    name: 'echo',
    method: 'GET',
    parse: (input) => ({ ok: true, value: input as object }),
    run: async ({ input: query }) => ({ outcome: 'echoed', query }),
  });
  const ask = (method: string) => echo(new Request(`${SITE}/?a=1&b=2`, { method }), contextOf());
  expect(await (await ask('GET')).json()).toEqual({ success: true, query: { a: '1', b: '2' } });
  const refused = await ask('POST');
  expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET']);
});
