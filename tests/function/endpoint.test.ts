import { expect, test } from 'vitest';
import { endpoint } from '../../netlify/http/endpoint.ts';
import { type LimitedWaitlist, waitlistScript } from '../../netlify/queue/script.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { freshFunctions, platformOf, SITE } from '../support/call-function.ts';

const { printed } = await freshFunctions();

/** A function that replies to a form with a page. */
const buggy = (
  run: (waitlist: LimitedWaitlist) => Promise<unknown>,
  page = async () => new Response(),
) =>
  endpoint({
    name: 'buggy',
    counter: 'statusRequests',
    parse: (value) => ({ ok: true, value }),
    async run({ waitlist }) {
      await run(waitlist);
      return { ok: true };
    },
    page: async (result) =>
      result.ok ? page() : new Response(ERRORS[result.code], { status: 500 }),
  });
const request = (method: string) => new Request(SITE, { method });
const form = () =>
  new Request(SITE, { method: 'POST', body: new URLSearchParams({ name: 'Zelda' }) });

const fail = async () => {
  throw new RangeError('no Zelda\n    at Quixote.ts:1:1');
};
test.each([
  ['its work', buggy(fail)],
  ['its page', buggy(async () => {}, fail)],
])(
  'after a bug in %s I read that something went wrong, and the log says where',
  async (_, call) => {
    const response = await call(form(), platformOf());
    expect([response.status, await response.text()]).toEqual([500, ERRORS.internal_error]);
    const { outcome, status, cause } = JSON.parse(printed.at(-1) ?? '');
    expect([outcome, status]).toEqual(['internal_error', 500]);
    expect(cause).toMatch(/^RangeError\n +at .*endpoint\.test\.ts:\d+:\d+/);
    expect(printed.join()).not.toMatch(/Zelda|Quixote/);
    expect(printed).toHaveLength(1);
  },
);

const unlimited = waitlistScript("return {'done'}");
// @ts-expect-error: a function must count its requests, so it can't run this script.
buggy((waitlist) => unlimited(waitlist, []));

test("a form's URL redirects home, and a wrong method gets the allowed one", async () => {
  const [opened, put] = await Promise.all(
    ['GET', 'PUT'].map((method) => buggy(fail)(request(method), platformOf())),
  );
  expect([opened?.status, opened?.headers.get('Location')]).toEqual([303, '/']);
  expect([put?.status, put?.headers.get('Allow')]).toEqual([405, 'POST']);
});
