import { Webhook } from 'standardwebhooks';
import { referralLink, statusLink } from '../../src/waitlist/shared/links.ts';
import { isPlainName } from '../../src/waitlist/shared/name.ts';
import { e164 } from '../../src/waitlist/shared/phone.ts';
import { readSiteUrl } from '../../src/waitlist/shared/site-url.ts';
import { causeOf, isSafeUrl, post } from './post.ts';
import { acceptsTexts, type Member, timeOf } from './record.ts';
import { countReferrals } from './referral-code.ts';
import { Unavailable } from './unavailable.ts';

export const POST_DEADLINE_MS = 5_000;

/** The cause if the receiver asks for fewer requests. */
export const THROTTLED = 'status 429';

/** Events have links to `site`, an origin. */
export type Receiver = { url: string; webhook: Webhook; site: string };

/** Whether scripts add events. Only a delivery checks the variables, so that a wrong one fails nothing else. */
export const hasWebhooks = (env: NodeJS.ProcessEnv) => Boolean(env.WAITLIST_WEBHOOK_URL?.trim());

/**
 * Reads WAITLIST_WEBHOOK_URL and WAITLIST_WEBHOOK_SECRET; undefined if neither is set. Throws Unavailable if
 * one is missing or wrong, or SITE_URL is. The message shows neither, since the URL may be a secret, too.
 */
export function readReceiver(env: NodeJS.ProcessEnv): Receiver | undefined {
  const url = env.WAITLIST_WEBHOOK_URL?.trim() ?? '';
  const secret = env.WAITLIST_WEBHOOK_SECRET?.trim() ?? '';
  if (!url && !secret) return undefined;
  const wrong = (name: string, rule: string) =>
    new Unavailable(`WAITLIST_WEBHOOK_${name} must be ${rule}: see .env.example.`);
  if (!isSafeUrl(url)) throw wrong('URL', 'an https:// URL without a user or password');
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  const rule =
    'whsec_ and 24 to 64 bytes in base64; `echo "whsec_$(openssl rand -base64 24)"` makes one';
  if (length < 24 || length > 64) throw wrong('SECRET', rule);
  try {
    return { url, webhook: new Webhook(secret), site: readSiteUrl(env) };
  } catch (error) {
    throw new Unavailable((error as Error).message);
  }
}

/** What an event says about a member, with links to `site`. `position` is null if the member was admitted. */
export function eventData(site: string, member: Member, score: number, position: number | null) {
  const { code, token = '' } = member;
  const agreed = acceptsTexts(member);
  return {
    code,
    firstName: isPlainName(member.firstName) ? member.firstName : null,
    status: position === null ? 'admitted' : 'waiting',
    position,
    wave: member.wave ?? null,
    referrals: countReferrals(code, score),
    source: member.source ?? null,
    referralLink: referralLink(site, code),
    acceptsTexts: agreed,
    consentAt: agreed && member.consentAt ? timeOf(member.consentAt) : null,
    phone: agreed ? e164(member.phone) : null,
    // It can also take the member off the list.
    statusLink:
      agreed && token ? statusLink(site, { referralCode: code, statusToken: token }) : null,
  };
}

/**
 * Signs and posts an event, as https://www.standardwebhooks.com describes. The id is the same each time; `time` is
 * when it happened, in milliseconds since 1970. Resolves with why it failed, or undefined after a 2xx.
 */
export async function postEvent(
  { url, webhook }: Receiver,
  { id, type, time }: { id: string; type: string; time: number },
  data: object,
): Promise<string | undefined> {
  const body = JSON.stringify({ type, timestamp: timeOf(time), data });
  const now = new Date();
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': webhook.sign(id, now, body),
  };
  const options = { deadlineMs: POST_DEADLINE_MS, ignoresBody: true };
  const response = post(url, headers, body, options);
  return response.then(({ ok, status }) => (ok ? undefined : explainStatus(status)), causeOf);
}

const explainStatus = (status: number) =>
  status >= 300 && status < 400 ? 'it redirects, give the final URL' : `status ${status}`;
