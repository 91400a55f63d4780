import {
  FIELDS,
  type Field,
  type ResponsePage,
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

/** The response to the signup form: the member's position, or the form with an error. */
export function signupPage(result: Result<SignupSuccess>, submission: Submission, origin: string) {
  const text = (field: string) => readText(submission.input, field);
  if (result.ok) return memberPage(result, text('firstName'), origin);
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
  return responsePage('form', values, result, result.fields);
}

function memberPage(member: SignupSuccess, firstName: string, origin: string) {
  const { referralCode, statusToken } = member;
  const position = member.position === null ? '' : formatNumber(member.position);
  const values = {
    firstName,
    referralCode,
    statusToken,
    position,
    positionLength: `${position.length}`,
    link: referralLink(origin, referralCode),
    statusLink: statusLink(origin, member),
  };
  return responsePage('position', values, { ok: true });
}

/** Fills a template that the build made from src/pages/response. */
async function responsePage(
  name: ResponsePage,
  values: Record<string, string>,
  result: Result<object>,
  wrongFields: Field[] = [],
) {
  const template = await readBuilt(`${name}.html`);
  const { status, headers } = responseInit(result);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentPolicy([template]));
  const form = markFields(template, wrongFields, values.consent);
  return new Response(fillTemplate(form, { home: '/', ...values }), { status, headers });
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
