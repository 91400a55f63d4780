import {
  FIELDS,
  type Field,
  fieldsOf,
  type NamedMember,
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
export function signupPage(result: Result<SignupSuccess>, submission: Submission, origin: string) {
  const text = (field: string) => readText(submission.input, field);
  if (result.ok) return memberPage(result, text('firstName'), origin);
  if (result.member) return memberPage(result.member, text('firstName'), origin);
  const referralCode = parseRef(text('referralCode')) ?? '';
  const source = parseSource(text('source')) ?? '';
  // Keeps both if the visitor goes back before joining.
  const query = new URLSearchParams({
    ...(referralCode && { ref: referralCode }),
    ...(source && { from: source }),
  });
  const values = {
    home: query.size ? `/?${query}` : '/',
    error: MESSAGES[result.code],
    // `consent` isn't on the page, but tells whether its box was checked.
    ...Object.fromEntries([...FIELDS, 'consent'].map((name) => [name, text(name)])),
    phone: formatPhone(text('phone')),
    referralCode,
    source,
    idempotencyKey: submission.idempotencyKey,
  };
  return replyPage('form', values, result);
}

function memberPage(member: SignupSuccess | NamedMember, firstName: string, origin: string) {
  const { referralCode } = member;
  const page = 'admitted' in member ? 'admitted' : 'position';
  const position = 'position' in member ? formatNumber(member.position) : '';
  const link = referralLink(origin, referralCode);
  const values = { firstName, referralCode, link, position, length: `${position.length}` };
  if (!('statusToken' in member)) return replyPage(`known-${page}`, values, { ok: true });
  const ownValues = { statusToken: member.statusToken, statusLink: statusLink(origin, member) };
  return replyPage(page, { ...values, ...ownValues }, { ok: true });
}

async function replyPage(name: ReplyPage, values: Record<string, string>, result: Result<object>) {
  const template = await readBuilt(`${name}.html`);
  const { status, headers } = responseInit(result);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentPolicy([template]));
  const wrongFields = result.ok ? [] : (result.fields ?? fieldsOf(result.code));
  const html = fillTemplate(markFields(template, wrongFields, values.consent), {
    home: '/',
    ...values,
  });
  return new Response(html, { status, headers });
}

/** Marks the wrong fields, focuses the first, and checks the consent box if its text hasn't changed. */
function markFields(form: string, wrongFields: Field[], consent?: string): string {
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
