import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import { statusLink } from '../src/waitlist/shared/status-link.ts';
import { BadInput } from './ending.ts';
import { csvLine, withoutFormula } from './formula-guard.ts';
import type { Position } from './read-queue.ts';
import { figure } from './show.ts';

/** The phone first, as Klaviyo wants it: docs/list.md. */
export const TEXTS_COLUMNS = 'phone,first_name,position,wave,link,consent_text,consent_at,source\n';

/**
 * The lines of a file for a texting service, of those who agreed alone, of one wave if it is named; and
 * a way to say how many were left out. Throws BadInput where `origin`, to which their links lead, is
 * not the site's address.
 */
export function textsOf(redis: Redis, origin: string, wave: string | undefined) {
  if (!origin.startsWith('https:')) {
    throw new BadInput('Set SITE_URL in .env to the https:// address their links lead to.');
  }
  const texts = new Map<string, Promise<string | null>>();
  let [left, unlinked] = [0, 0];
  return {
    async lineOf({ position, code, member }: Position): Promise<string> {
      if (!member || (wave !== undefined && member.wave !== wave)) return '';
      const { consent = '', consentAt = 0, token } = member;
      if (!texts.has(consent)) texts.set(consent, redis.hget<string>(KEYS.consents, consent));
      const text = await texts.get(consent);
      if (!consent || !text) left += 1;
      else if (!token) unlinked += 1;
      if (!consent || !text || !token) return '';
      const link = statusLink(origin, { referralCode: code, statusToken: token });
      const agreedAt = new Date(consentAt).toISOString().replace(/T(.{8}).*/, ' $1+00:00');
      const who = [`+1${member.phone}`, withoutFormula(member.firstName)];
      return csvLine([...who, position, member.wave, link, text, agreedAt, member.source]);
    },
    sayLeftOut(): void {
      if (left) console.log(`${figure(left)} left out, who did not agree to texts.`);
      if (!unlinked) return;
      const verify = 'npm run waitlist -- verify';
      console.log(`${figure(unlinked)} left out, who have no private link: ${verify}`);
    },
  };
}
