import type { SignupResponse } from '../../src/waitlist/shared/contract.ts';
import { formatPosition } from '../../src/waitlist/shared/fill.ts';
import { shownError } from '../../src/waitlist/shared/messages.ts';
import { parseReferralCode, referralLink, spotLink } from '../../src/waitlist/shared/referral.ts';
import { contentPolicy } from './content-policy.ts';
import { fillBlanks } from './fill-blanks.ts';
import { markFields } from './mark-fields.ts';
import { answerHeaders, type Outcome } from './outcome.ts';
import { readReplyTemplate } from './reply-template.ts';

/** The page that answers a form without script: her position, or the form again. */
export async function replyPage(
  outcome: Outcome<string, SignupResponse>,
  origin: string,
): Promise<Response> {
  const { answer, status, typed } = outcome;
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
  return new Response(fillBlanks(markFields(template, outcome), blanks), {
    status,
    headers: {
      ...answerHeaders(outcome),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy([template]),
    },
  });
}
