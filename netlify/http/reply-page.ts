import {
  FIELDS,
  type Field,
  fieldsOf,
  type Refusal,
  type ReplyPage,
  type Result,
  readText,
  SIGNUP_PATH,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { fillPlaceholders, formatNumber } from '../../src/waitlist/shared/labels.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { parseRef, referralLink } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { statusLink } from '../../src/waitlist/shared/status-link.ts';
import { contentPolicy } from './content-policy.ts';
import { readBuilt } from './read-built.ts';
import { KEY_COOKIE, type Submission } from './read-request.ts';
import { responseInit } from './response.ts';

const KEY_COOKIE_SECONDS = 10 * 60;

/** The response to the signup form: the position, that the member was admitted, or the form with an error. */
export async function signupPage(
  result: Result<SignupSuccess>,
  submission: Submission | undefined,
  origin: string,
): Promise<Response> {
  const response = result.ok
    ? await memberPage(result, readText(submission?.input, 'firstName'), origin)
    : await formPage(result, submission);
  if (submission && submission.keySource !== 'request')
    response.headers.set('Set-Cookie', keyCookie(submission, origin));
  return response;
}

function memberPage(result: { ok: true } & SignupSuccess, firstName: string, origin: string) {
  const { referralCode, statusToken } = result;
  const position = 'position' in result ? formatNumber(result.position) : '';
  return replyPage('admitted' in result ? 'admitted' : 'position', result, {
    firstName,
    referralCode,
    statusToken,
    link: referralLink(origin, referralCode),
    statusLink: statusLink(origin, { referralCode, statusToken }),
    position,
    length: `${position.length}`,
  });
}

function formPage(result: { ok: false } & Refusal, submission: Submission | undefined) {
  const text = (field: string) => readText(submission?.input, field);
  const ref = parseRef(text('referralCode')) ?? '';
  const from = parseSource(text('source')) ?? '';
  // Keeps referrer and source if the visitor goes home before joining.
  const query = new URLSearchParams({ ...(ref && { ref }), ...(from && { from }) });
  const values = {
    home: query.size ? `/?${query}` : '/',
    error: MESSAGES[result.code],
    ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
    phone: formatPhone(text('phone')),
    referralCode: ref,
    source: from,
    // With another visitor's key, the next press would show their spot.
    idempotencyKey:
      submission && submission.keySource !== 'cookie' ? submission.idempotencyKey : '',
  };
  const fields = result.fields ?? fieldsOf(result.code);
  return replyPage('form', result, values, (form) => markFields(form, fields, text('consent')));
}

/** Lets a reload of the response send the same key again. */
function keyCookie({ idempotencyKey }: Submission, origin: string): string {
  const cookie = `${KEY_COOKIE}=${idempotencyKey}; Path=${SIGNUP_PATH}; Max-Age=${KEY_COOKIE_SECONDS}`;
  // Only a laptop serves plain http.
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookie}; HttpOnly; SameSite=Strict${secure}`;
}

/** The response to the leave form: that the member has left, or the form with an error. */
export function leavePage(
  result: Result<object>,
  submission: Submission | undefined,
): Promise<Response> {
  const referralCode = readText(submission?.input, 'referralCode');
  // A second press finds nobody on the list.
  if (result.ok || result.code === 'unknown_member')
    return replyPage('left', result, { referralCode });
  return replyPage('not-left', result, {
    error: MESSAGES[result.code],
    referralCode,
    statusToken: readText(submission?.input, 'statusToken'),
  });
}

async function replyPage(
  name: ReplyPage,
  result: Result<object>,
  values: Record<string, string>,
  mark = (html: string) => html,
): Promise<Response> {
  const template = await readBuilt(`${name}.html`);
  const { status, headers } = responseInit(result);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentPolicy([template]));
  const html = fillTemplate(mark(template), { home: '/', ...values });
  return new Response(html, { status, headers });
}

/** Marks the wrong fields, focuses the first, and checks the consent box if its text hasn't changed. */
export function markFields(form: string, wrongFields: Field[], consent: string): string {
  const marks = 'aria-invalid="true" aria-describedby="message"';
  let html = form.replace(`name="consent" value="${consent}"`, '$& checked');
  for (const field of wrongFields) html = html.replace(`name="${field}"`, `$& ${marks}`);
  return html.replace(`name="${wrongFields[0]}"`, '$& autofocus');
}

/** Escapes values, and encodes them where the placeholder is part of a URL: `%7Bname%7D`. */
function fillTemplate(html: string, values: Record<string, string>): string {
  const escaped = Object.entries(values).flatMap(([name, value]) => [
    [name, escapeHtml(value)],
    [`${name}InUrl`, escapeHtml(encodeURIComponent(value))],
  ]);
  const template = html.replaceAll(/%7B(\w+)%7D/g, '{$1InUrl}');
  return fillPlaceholders(template, Object.fromEntries(escaped));
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
