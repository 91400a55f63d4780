import {
  FIELDS,
  fieldsOf,
  type ReplyPage,
  type Result,
  readText,
  SIGNUP_PATH,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { ERRORS, messageFor } from '../../src/waitlist/shared/messages.ts';
import { parseRef, referralLink } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { statusLink } from '../../src/waitlist/shared/status-link.ts';
import { contentPolicy } from './content-policy.ts';
import { fillTemplate } from './fill-template.ts';
import { readBuilt } from './read-built.ts';
import { KEY_COOKIE, type Sent } from './read-request.ts';
import { responseInit } from './response.ts';

const KEY_COOKIE_SECONDS = 10 * 60;

/** The page that answers a form post: the position, that the member was admitted, or the form again. */
export async function signupPage(
  result: Result<SignupSuccess>,
  sent: Sent | undefined,
  origin: string,
): Promise<Response> {
  const page = await fillSignupPage(result, sent, origin);
  if (sent && !sent.hasOwnKey) page.headers.set('Set-Cookie', keyCookie(sent, origin));
  return page;
}

function keyCookie({ idempotencyKey }: Sent, origin: string): string {
  const cookie = `${KEY_COOKIE}=${idempotencyKey}; Path=${SIGNUP_PATH}; Max-Age=${KEY_COOKIE_SECONDS}`;
  // Only a laptop serves plain http.
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookie}; HttpOnly; SameSite=Strict${secure}`;
}

function fillSignupPage(
  result: Result<SignupSuccess>,
  sent: Sent | undefined,
  origin: string,
): Promise<Response> {
  const text = (field: string) => readText(sent?.input, field);
  const ref = parseRef(text('referralCode')) ?? '';
  const from = parseSource(text('source')) ?? '';
  // The link home keeps referrer and source in the address until the visitor has joined.
  const query = new URLSearchParams();
  if (ref) query.set('ref', ref);
  if (from) query.set('from', from);
  const home = result.ok || !query.size ? '/' : `/?${query}`;
  if (!result.ok) {
    return fillPage('form', result, sent, {
      home,
      error: messageFor(ERRORS[result.code]),
      ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
      referralCode: ref,
      source: from,
      idempotencyKey: sent?.idempotencyKey ?? '',
    });
  }
  const { referralCode, statusToken } = result;
  const link = referralLink(origin, referralCode);
  if ('admitted' in result) return fillPage('admitted', result, sent, { home, link });
  return fillPage('position', result, sent, {
    home,
    link,
    firstName: text('firstName'),
    referralCode,
    statusToken,
    statusLink: statusLink(origin, { referralCode, statusToken }),
    position: formatNumber(result.position),
    digits: `${String(result.position).length}`,
  });
}

/** The page that answers the form for leaving: that the member has left, or why not, and the form. */
export function leavePage(result: Result<object>, sent: Sent | undefined): Promise<Response> {
  // A second press finds nobody on the list.
  if (result.ok || result.code === 'unknown_member')
    return fillPage('left', result, sent, { home: '/' });
  return fillPage('not-left', result, sent, {
    home: '/',
    error: messageFor(ERRORS[result.code]),
    referralCode: readText(sent?.input, 'referralCode'),
    statusToken: readText(sent?.input, 'statusToken'),
  });
}

async function fillPage(
  name: ReplyPage,
  result: Result<object>,
  sent: Sent | undefined,
  values: Record<string, string>,
): Promise<Response> {
  const template = await readBuilt(`${name}.html`);
  const { status, headers } = responseInit(result);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentPolicy([template]));
  const page = fillTemplate(markFields(template, result, sent?.input), values);
  return new Response(page, { status, headers });
}

/**
 * The form's page with the fields marked that its error is about, the focus in the first, and the box
 * ticked again, unless the text beside it has changed.
 */
export function markFields(page: string, result: Result<object>, input: unknown): string {
  const consent = readText(input, 'consent');
  const ticked = page.replace(`name="consent" value="${consent}"`, '$& checked');
  const fields = result.ok ? [] : (result.fields ?? fieldsOf(result.code));
  return fields.reduce((html, field, i) => {
    const focus = i === 0 ? ' autofocus' : '';
    const marks = `aria-invalid="true" aria-describedby="message"${focus}`;
    return html.replace(`name="${field}"`, `$& ${marks}`);
  }, ticked);
}
