import { expect, test } from 'vitest';
import { endpoint } from '../../netlify/http/endpoint.ts';
import { waitlistScript } from '../../netlify/queue/script.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { freshFunctions, platformOf, SITE } from '../support/call-function.ts';

const { printed } = await freshFunctions();

const fail = async () => {
  throw new RangeError('no Zelda\n    at Quixote.ts:1:1');
};
type Run = Parameters<typeof endpoint<unknown, object>>[0]['run'];
/** A function whose page has a bug, and its work may have one. */
const buggy = (run: Run) =>
  endpoint({
    name: 'buggy',
    counter: 'statusRequests',
    parse: (value) => ({ ok: true, value }),
    run,
    page: fail,
  });

test.each([
  ['its work', 'application/json', buggy(fail)],
  ['its page', 'application/x-www-form-urlencoded', buggy(async () => ({ ok: true }))],
])(
  'after a bug in %s I read that something went wrong, and the log says where',
  async (_, type, call) => {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: '{"name":"Zelda"}' };
    const response = await call(new Request(SITE, init), platformOf());
    expect(response.status).toBe(500);
    expect(await response.text()).toContain(ERRORS.internal_error);
    const { outcome, status, cause } = JSON.parse(printed.at(-1) ?? '');
    expect([outcome, status]).toEqual(['internal_error', 500]);
    expect(cause).toMatch(/^RangeError\n +at .*endpoint\.test\.ts:\d+:\d+/);
    expect(printed.join()).not.toMatch(/Zelda|Quixote/);
    expect(printed).toHaveLength(1);
  },
);

const unlimited = waitlistScript("return {'done'}");
buggy(async ({ waitlist }) => {
  // @ts-expect-error: a function must count its requests, so it can't run this script.
  await unlimited(waitlist, []);
  return { ok: true };
});

test("a form's URL redirects home, and a wrong method gets the allowed one", async () => {
  const [opened, put] = await Promise.all(
    ['GET', 'PUT'].map((method) => buggy(fail)(new Request(SITE, { method }), platformOf())),
  );
  expect([opened?.status, opened?.headers.get('Location')]).toEqual([303, '/']);
  expect([put?.status, put?.headers.get('Allow')]).toEqual([405, 'POST']);
});
