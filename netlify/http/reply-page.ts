import {
  FIELDS,
  type Field,
  fieldsOf,
  type Refusal,
  type ReplyPage,
  type Result,
  readText,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { ERRORS, messageFor } from '../../src/waitlist/shared/messages.ts';
import { parseRef, referralLink } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { statusLink } from '../../src/waitlist/shared/status-link.ts';
import { contentPolicy } from './content-policy.ts';
import { readBuilt } from './read-built.ts';
import type { Sent } from './read-request.ts';
import { redirectHome, responseInit } from './response.ts';

type Values = Record<string, string>;

/** The response to the signup form: the position, or the form with an error. */
export async function signupPage(
  result: Result<SignupSuccess>,
  sent: Sent | undefined,
  origin: string,
): Promise<Response> {
  const text = (field: string) => readText(sent?.input, field);
  if (!result.ok) return formPage(result, text, sent?.idempotencyKey);
  // Only a retry finds an admitted member.
  if ('admitted' in result) return redirectHome();
  const { referralCode, statusToken, position } = result;
  return replyPage('position', result, {
    link: referralLink(origin, referralCode),
    firstName: text('firstName'),
    referralCode,
    statusToken,
    statusLink: statusLink(origin, { referralCode, statusToken }),
    position: formatNumber(position),
    digits: `${String(position).length}`,
  });
}

function formPage(
  result: { ok: false } & Refusal,
  text: (field: string) => string,
  idempotencyKey = '',
) {
  const values = {
    error: messageFor(ERRORS[result.code]),
    ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
    referralCode: parseRef(text('referralCode')) ?? '',
    source: parseSource(text('source')) ?? '',
    idempotencyKey,
  };
  const fields = result.fields ?? fieldsOf(result.code);
  return replyPage('form', result, values, (form) => markFields(form, fields, text('consent')));
}

/** The response to the leave form: that the member has left, or the form with an error. */
export function leavePage(result: Result<object>, sent: Sent | undefined): Promise<Response> {
  // A second press finds nobody on the list.
  if (result.ok || result.code === 'unknown_member') return replyPage('left', result, {});
  return replyPage('not-left', result, {
    error: messageFor(ERRORS[result.code]),
    referralCode: readText(sent?.input, 'referralCode'),
    statusToken: readText(sent?.input, 'statusToken'),
  });
}

async function replyPage(
  name: ReplyPage,
  result: Result<object>,
  values: Values,
  mark = (html: string) => html,
): Promise<Response> {
  const template = await readBuilt(`${name}.html`);
  const { status, headers } = responseInit(result);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentPolicy([template]));
  return new Response(fillTemplate(mark(template), values), { status, headers });
}

/** Marks the wrong fields, focuses the first, and checks the consent box if its text hasn't changed. */
export function markFields(form: string, wrongFields: Field[], consent: string): string {
  const marks = 'aria-invalid="true" aria-describedby="message"';
  let html = form.replace(`name="consent" value="${consent}"`, '$& checked');
  for (const field of wrongFields) html = html.replace(`name="${field}"`, `$& ${marks}`);
  return html.replace(`name="${wrongFields[0]}"`, '$& autofocus');
}

/**
 * Fills the placeholders of a template: `{{name}}` in text, `%7B%7Bname%7D%7D` in a URL. Missing values
 * become empty. One pass, so that placeholders inside a value stay as they are.
 */
function fillTemplate(html: string, values: Values): string {
  const placeholder = /\{\{(\w+)\}\}|%7B%7B(\w+)%7D%7D/g;
  return html.replace(placeholder, (_, name: string, nameInUrl: string) =>
    escapeHtml(name ? (values[name] ?? '') : encodeURIComponent(values[nameInUrl] ?? '')),
  );
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
