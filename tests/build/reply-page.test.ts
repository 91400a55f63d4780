import { expect, test } from 'vitest';
import signup from '../../netlify/functions/waitlist-signup.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { platformOf, SITE, setUpFunctions } from '../support/call-function.ts';
import { fillWaitlist } from '../support/members.ts';

const { waitlist, printed } = await setUpFunctions();
const ANA = { firstName: 'Ana', lastName: 'Lee', phone: '5551234567' };
const AGAIN = { ...ANA, firstName: 'ANÁ', idempotencyKey: 'the-key-of-another-tab' };

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

test('each page is filled, and whoever knows my phone and names gets mine, without my private part', async () => {
  const form = { ...ANA, idempotencyKey: 'the-key-of-the-form' };
  const unread = await send({ phone: '5'.repeat(9_000) });
  expect(unread.html).toContain(MESSAGES.too_large);
  const own = [await send(form)];
  const others = [await send(AGAIN)];
  expect(printed.at(-1)).toContain('"outcome":"phone_registered","status":200');
  await waitlist.admitFirst(1);
  own.push(await send(form));
  others.push(await send(AGAIN));
  const { code = '', token = '' } = (await waitlist.memberWith(ANA.phone)) ?? {};
  for (const { html } of [unread, ...own, ...others]) expect(html).not.toMatch(/[{}]|%7[BD]/);
  const havePosition = others.map(({ html }) => html.includes(' data-length='));
  expect(havePosition).toEqual([true, false]);
  for (const { html } of others) {
    expect(html).toContain(`?ref=${code}`);
    for (const secret of [token, 'spot=', 'status-token']) expect(html).not.toContain(secret);
  }
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
