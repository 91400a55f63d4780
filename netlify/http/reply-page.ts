import {
  type Field,
  parseSignup,
  type SignupResponse,
} from '../../src/waitlist/shared/contract.ts';
import { formatPosition } from '../../src/waitlist/shared/fill.ts';
import { shownError } from '../../src/waitlist/shared/messages.ts';
import { parseReferralCode, referralLink, spotLink } from '../../src/waitlist/shared/referral.ts';
import { contentPolicy } from './content-policy.ts';
import { fillBlanks } from './fill-blanks.ts';
import { answerHeaders, type Outcome } from './outcome.ts';
import { readReplyTemplate } from './reply-template.ts';

/** The page that answers a form without script: her position, or the form again. */
export async function replyPage(
  outcome: Outcome<string, SignupResponse>,
  origin: string,
): Promise<Response> {
  const { name, answer, status, typed } = outcome;
  const text = (key: string) => {
    const value: unknown = Object(typed)[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  const inviter = parseReferralCode(text('referralCode'));
  const blanks: Record<string, string> = {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    inviter: inviter ?? '',
    home: inviter ? `/?ref=${inviter}` : '/',
    ...(answer.success
      ? {
          position: formatPosition(answer.position),
          link: referralLink(origin, answer.referralCode),
          spotLink: spotLink(origin, answer.referralCode),
        }
      : { error: shownError(answer.error) }),
  };
  const template = await readReplyTemplate(answer.success ? 'joined' : 'form');
  const marked = markFields(template, brokenFields(name, typed));
  return new Response(fillBlanks(marked, blanks), {
    status,
    headers: {
      ...answerHeaders(outcome),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy([template]),
    },
  });
}

/** The fields that an error is about. */
function brokenFields(error: string, typed: unknown): Field[] {
  if (error === 'phone_registered') return ['phone'];
  const parsed = parseSignup(typed);
  return !parsed.ok && parsed.code === error ? parsed.fields : [];
}

/** The form with some of its fields marked, and the focus in the first: a blank cannot be an attribute. */
function markFields(form: string, fields: Field[]): string {
  return fields.reduce((html, field, i) => {
    const focus = i === 0 ? ' autofocus' : '';
    const marks = `aria-invalid="true" aria-describedby="message"${focus}`;
    return html.replace(`name="${field}"`, `$& ${marks}`);
  }, form);
}
