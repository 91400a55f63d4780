import { expect, test } from 'vitest';
import signup from '../../netlify/functions/waitlist-signup.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { platformOf, SITE, setUpFunctions } from '../support/call-function.ts';
import { fillWaitlist } from '../support/members.ts';

const { waitlist, printed } = await setUpFunctions();
const ANA = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };

/** Sends the form as a browser does without the script. */
async function send(fields: Record<string, string>) {
  const init = { method: 'POST', body: new URLSearchParams(fields) };
  const response = await signup(new Request(SITE, init), platformOf());
  const html = (await response.text()).replace(/<(script|style)\b.*?<\/\1>/gs, '');
  return { html, headers: response.headers };
}

test('the number of my position has commas, and its page sends no requests', async () => {
  await fillWaitlist(waitlist.redis, 1_233);
  const { html, headers } = await send(ANA);
  expect(html).toMatch(/ data-length="5">.*1,234<\/strong>/s);
  expect(headers.get('Content-Security-Policy')).toMatch(
    /; script-src 'sha256-[^']+'; connect-src 'none'; style-src 'sha256-/,
  );
});

test('my page is filled once I am admitted, too, and whoever knows my phone and names gets the form', async () => {
  const form = { ...ANA, idempotencyKey: 'the-key-of-the-form' };
  const unread = await send({ phone: '5'.repeat(9_000) });
  expect(unread.html).toContain(MESSAGES.too_large);
  const waiting = await send(form);
  expect(waiting.html).toContain('data-position="1"');
  await waitlist.admitFirst(1);
  const admitted = await send(form);
  expect(admitted.html).toContain('data-position=""');
  const other = await send({ ...ANA, idempotencyKey: 'the-key-of-another-tab' });
  expect(printed.at(-1)).toContain('"outcome":"phone_registered","status":409');
  expect(other.html).toContain(MESSAGES.phone_registered);
  const { code = '', token = '' } = (await waitlist.memberWith(ANA.phone)) ?? {};
  for (const { html } of [unread, waiting, admitted, other])
    expect(html).not.toMatch(/[{}]|%7[BD]|href=""/);
  for (const secret of [code, token, 'data-position']) expect(other.html).not.toContain(secret);
});

test('a form has each wrong field marked and the focus in the first, but no consent to an older text', async () => {
  const { html } = await send({ ...ANA, firstName: '', phone: '', consent: '4d3c2b1a' });
  const marked = (mark: string) =>
    Array.from(html.matchAll(RegExp(`name="(\\w+)"[^>]* ${mark}`, 'g')), ([, name]) => name);
  expect(marked('aria-invalid="true"')).toEqual(['firstName', 'phone']);
  expect(marked('autofocus')).toEqual(['firstName']);
  expect(marked('checked')).toEqual([]);
  expect(html).toContain('back" href="/"');
});
