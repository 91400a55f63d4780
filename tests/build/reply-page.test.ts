import { expect, test } from 'vitest';
import signup from '../../netlify/functions/waitlist-signup.ts';
import { platformOf, SITE, setUpFunctions } from '../support/call-function.ts';
import { fillWaitlist } from '../support/members.ts';

const { waitlist } = await setUpFunctions();
const ANA = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };
const KEY = 'the-key-of-the-form';

/** Sends the form as a browser does without the script. */
async function send(fields: Record<string, string>, headers = {}, origin = SITE) {
  const init = { method: 'POST', headers, body: new URLSearchParams(fields) };
  const response = await signup(new Request(origin, init), platformOf());
  const cookie = response.headers.get('Set-Cookie');
  const policy = response.headers.get('Content-Security-Policy');
  return { html: await response.text(), cookie, policy };
}

test('the number of my position has commas, and its page sends no requests', async () => {
  await fillWaitlist(waitlist.redis, 1_233);
  const { html, policy } = await send(ANA);
  expect(html).toMatch(/ data-length="5">.*1,234<\/strong>/s);
  expect(policy).toMatch(/; script-src 'sha256-[^']+'; connect-src 'none'; style-src 'sha256-/);
});

test('only a form without a key of its own gets its key in a cookie, for ten minutes, and that never comes back in the form', async () => {
  const idempotencyKey = KEY;
  expect((await send({ ...ANA, idempotencyKey })).cookie).toBe(null);
  expect((await send({ idempotencyKey })).html).toContain(KEY);
  const path = 'Path=/.netlify/functions/waitlist-signup';
  const rest = `; ${path}; Max-Age=600; HttpOnly; SameSite=Strict`;
  const { cookie } = await send({});
  expect(cookie?.replace(/=[\w-]{21};/, '=new;')).toBe(`idempotency-key=new${rest}; Secure`);
  const Cookie = `idempotency-key=${KEY}`;
  const again = await send({}, { Cookie }, 'http://localhost:4321');
  expect(again.cookie).toBe(Cookie + rest);
  expect(again.html).not.toContain(KEY);
});

test('a form has each wrong field marked and the focus in the first, but no consent to an older text', async () => {
  const { html } = await send({ ...ANA, firstName: '', phone: '', consent: '4d3c2b1a' });
  const marked = (mark: string) =>
    Array.from(html.matchAll(RegExp(`name="(\\w+)"[^>]* ${mark}`, 'g')), ([, name]) => name);
  expect(marked('aria-invalid="true"')).toEqual(['firstName', 'phone']);
  expect(marked('autofocus')).toEqual(['firstName']);
  expect(marked('checked')).toEqual([]);
});
