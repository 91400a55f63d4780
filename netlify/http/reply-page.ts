import {
  type Answer,
  FIELDS,
  readText,
  type SignupSuccess,
} from '../../src/waitlist/shared/contract.ts';
import { formatPosition } from '../../src/waitlist/shared/labels.ts';
import { shownError } from '../../src/waitlist/shared/messages.ts';
import { parseReferralCode, referralLink } from '../../src/waitlist/shared/referral.ts';
import { parseSource } from '../../src/waitlist/shared/source.ts';
import { parseStatusKey, statusLink } from '../../src/waitlist/shared/status-link.ts';
import { contentPolicy } from './content-policy.ts';
import { fillBlanks } from './fill-blanks.ts';
import { markFields } from './mark-fields.ts';
import { answerHeaders, type Outcome } from './outcome.ts';
import { readBuilt } from './read-built.ts';

/** The page that answers a form post: the position, that the member was admitted, or the form again. */
export function signupPage(
  outcome: Outcome<Answer<SignupSuccess>>,
  origin: string,
): Promise<Response> {
  const { answer, sent, idempotencyKey = '' } = outcome;
  const text = (field: string) => readText(sent, field);
  const ref = parseReferralCode(text('referralCode')) ?? '';
  const from = parseSource(text('source')) ?? '';
  // The link home keeps inviter and source in the address until the visitor has joined.
  const query = new URLSearchParams({ ...(ref && { ref }), ...(from && { from }) });
  const home = answer.success || !query.size ? '/' : `/?${query}`;
  if (!answer.success) {
    return pageOf(outcome, 'form', {
      home,
      error: shownError(answer),
      ...Object.fromEntries(FIELDS.map((name) => [name, text(name)])),
      referralCode: ref,
      source: from,
      idempotencyKey,
    });
  }
  const { referralCode, statusToken } = answer;
  const link = referralLink(origin, referralCode);
  if ('admitted' in answer) return pageOf(outcome, 'admitted', { home, link });
  return pageOf(outcome, 'position', {
    home,
    link,
    firstName: text('firstName'),
    referralCode,
    statusToken,
    statusLink: statusLink(origin, { referralCode, statusToken }),
    position: formatPosition(answer.position),
    digits: `${String(answer.position).length}`,
  });
}

/** The page that answers the form for leaving: that the member has left, or why not, and the form. */
export function leavePage(outcome: Outcome<Answer<object>>): Promise<Response> {
  const { answer, sent } = outcome;
  if (answer.success) return pageOf(outcome, 'left', { home: '/' });
  const error = shownError(answer);
  return pageOf(outcome, 'not-left', { home: '/', error, ...parseStatusKey(sent) });
}

async function pageOf(
  outcome: Outcome,
  name: 'form' | 'position' | 'admitted' | 'left' | 'not-left',
  blanks: Record<string, string>,
): Promise<Response> {
  const template = await readBuilt(`${name}.html`);
  const headers = {
    ...answerHeaders(outcome),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy([template]),
  };
  const page = fillBlanks(markFields(template, outcome), blanks);
  return new Response(page, { status: outcome.status, headers });
}
