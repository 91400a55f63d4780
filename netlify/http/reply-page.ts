import {
  FIELDS,
  type Field,
  fieldsOf,
  type NamedMember,
  type Refusal,
  type ReplyPage,
  type Result,
  readText,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { fillPlaceholders, formatNumber } from '../../src/waitlist/shared/labels.ts';
import {
  parseRef,
  parseSource,
  referralLink,
  statusLink,
} from '../../src/waitlist/shared/links.ts';
import { MESSAGES } from '../../src/waitlist/shared/messages.ts';
import { formatPhone } from '../../src/waitlist/shared/phone.ts';
import { contentPolicy } from './content-policy.ts';
import { readBuilt } from './read-built.ts';
import type { Submission } from './read-request.ts';
import { responseInit } from './response.ts';

/**
 * The response to the signup form: the position, that the member was admitted, or the form with an error. Whoever
 * enters a member's phone and names again gets the member's page, too, without what's private.
 */
export function signupPage(
  result: Result<SignupSuccess>,
  submission: Submission | undefined,
  origin: string,
): Promise<Response> {
  const firstName = readText(submission?.input, 'firstName');
  if (result.ok) return memberPage(result, firstName, origin);
  if (result.member) return memberPage(result.member, firstName, origin);
  return formPage(result, submission);
}

function memberPage(member: SignupSuccess | NamedMember, firstName: string, origin: string) {
  const { referralCode } = member;
  const page = 'admitted' in member ? 'admitted' : 'position';
  const position = 'position' in member ? formatNumber(member.position) : '';
  const values = {
    firstName,
    referralCode,
    link: referralLink(origin, referralCode),
    position,
    length: `${position.length}`,
  };
  if (!('statusToken' in member)) return replyPage(`known-${page}`, { ok: true }, values);
  const { statusToken } = member;
  const privateValues = { statusToken, statusLink: statusLink(origin, member) };
  return replyPage(page, { ok: true }, { ...values, ...privateValues });
}

function formPage(result: { ok: false } & Refusal, submission: Submission | undefined) {
  const text = (field: string) => readText(submission?.input, field);
  const values = {
    error: MESSAGES[result.code],
    ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
    phone: formatPhone(text('phone')),
    referralCode: parseRef(text('referralCode')) ?? '',
    source: parseSource(text('source')) ?? '',
    idempotencyKey: submission?.idempotencyKey ?? '',
  };
  const fields = result.fields ?? fieldsOf(result.code);
  return replyPage('form', result, values, (form) => markFields(form, fields, text('consent')));
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
  const html = fillTemplate(mark(template), values);
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
