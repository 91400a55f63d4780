import {
  FIELDS,
  type ReplyPage,
  type ResponseBody,
  readText,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { messageFor } from '../../src/waitlist/shared/messages.ts';
import { parseRef, referralLink } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { statusLink } from '../../src/waitlist/shared/status-link.ts';
import { contentPolicy } from './content-policy.ts';
import { fillTemplate } from './fill-template.ts';
import { type Outcome, responseHeaders } from './outcome.ts';
import { readBuilt } from './read-built.ts';

/** The page that answers a form post: the position, that the member was admitted, or the form again. */
export function signupPage(
  outcome: Outcome<ResponseBody<SignupSuccess>>,
  origin: string,
): Promise<Response> {
  const { body, input, idempotencyKey = '' } = outcome;
  const text = (field: string) => readText(input, field);
  const ref = parseRef(text('referralCode')) ?? '';
  const from = parseSource(text('source')) ?? '';
  // The link home keeps referrer and source in the address until the visitor has joined.
  const query = new URLSearchParams();
  if (ref) query.set('ref', ref);
  if (from) query.set('from', from);
  const home = body.success || !query.size ? '/' : `/?${query}`;
  if (!body.success) {
    return fillPage(outcome, 'form', {
      home,
      error: messageFor(body.error),
      ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
      referralCode: ref,
      source: from,
      idempotencyKey,
    });
  }
  const { referralCode, statusToken } = body;
  const link = referralLink(origin, referralCode);
  if ('admitted' in body) return fillPage(outcome, 'admitted', { home, link });
  return fillPage(outcome, 'position', {
    home,
    link,
    firstName: text('firstName'),
    referralCode,
    statusToken,
    statusLink: statusLink(origin, { referralCode, statusToken }),
    position: formatNumber(body.position),
    digits: `${String(body.position).length}`,
  });
}

/** The page that answers the form for leaving: that the member has left, or why not, and the form. */
export function leavePage(outcome: Outcome<ResponseBody<object>>): Promise<Response> {
  const { body, input } = outcome;
  // A second press finds nobody on the list.
  if (body.success || body.code === 'unknown_member')
    return fillPage(outcome, 'left', { home: '/' });
  return fillPage(outcome, 'not-left', {
    home: '/',
    error: messageFor(body.error),
    referralCode: readText(input, 'referralCode'),
    statusToken: readText(input, 'statusToken'),
  });
}

async function fillPage(
  outcome: Outcome,
  name: ReplyPage,
  values: Record<string, string>,
): Promise<Response> {
  const template = await readBuilt(`${name}.html`);
  const headers = {
    ...responseHeaders(outcome),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy([template]),
  };
  const page = fillTemplate(markFields(template, outcome), values);
  return new Response(page, { status: outcome.status, headers });
}

/**
 * The form's page with the fields marked that its error is about, the focus in the first, and the box
 * ticked again, unless the text beside it has changed.
 */
export function markFields(page: string, { input, fields = [] }: Outcome): string {
  const consent = readText(input, 'consent');
  const ticked = page.replace(`name="consent" value="${consent}"`, '$& checked');
  return fields.reduce((html, field, i) => {
    const focus = i === 0 ? ' autofocus' : '';
    const marks = `aria-invalid="true" aria-describedby="message"${focus}`;
    return html.replace(`name="${field}"`, `$& ${marks}`);
  }, ticked);
}
