import type { Redis } from '@upstash/redis';
import { KEYS } from '../netlify/queue/keys.ts';
import type { Member } from '../netlify/queue/record.ts';
import { statusLink } from '../src/waitlist/shared/status-link.ts';
import { BadInput } from './ending.ts';
import { figureOf, STEERING } from './format.ts';
import { csvLine, guardFormula } from './formula-guard.ts';
import { readFields } from './members.ts';

/** Area and exchange codes begin with 2 to 9: https://www.nanpa.com/numbering/numbering-plan-area-codes */
const TEXTABLE = /^[2-9]\d\d[2-9]\d{6}$/;

/** A text message greets by the first name, which must be no message, address or number of its own. */
const MESSAGE = /[/@:\d]|\p{L}\.\p{L}/u;

/** The lines of a CSV file for a texting service, and a way to say what was left out. */
export async function textsOf(redis: Redis, origin: string, wave: string | undefined) {
  if (!origin.startsWith('https:')) {
    throw new BadInput('Set SITE_URL in .env to the https:// address their links lead to.');
  }
  const consents = await readFields(redis, KEYS.consents);
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  function reasonAgainst({ phone, consent, token }: Member): string | undefined {
    if (!consent) return 'left out: no consent to texts';
    if (!consents.has(consent) || !token) return 'left out: no consent text or no status token';
    return TEXTABLE.test(phone) ? undefined : 'left out: no phone in North America has the number';
  }
  return {
    // The phone first, as Klaviyo wants it.
    titles: 'phone,first_name,position,wave,link,consent_text,consent_at,source\n',
    lineOf(member: Member, position: number | undefined): string {
      if (wave !== undefined && member.wave !== wave) return '';
      const { code, phone, firstName, consent = '', consentAt = 0, token = '', source } = member;
      const reason = reasonAgainst(member);
      if (reason) count(reason);
      if (reason) return '';
      const isSafe = guardFormula(firstName) === firstName && firstName.search(STEERING) < 0;
      const greeting = isSafe && !MESSAGE.test(firstName) ? firstName : '';
      if (!greeting) count('without first_name: it could be a message, a link or a formula');
      const link = statusLink(origin, { referralCode: code, statusToken: token });
      const agreedAt = new Date(consentAt).toISOString().replace(/T(.{8}).*/, ' $1+00:00');
      const rest = [member.wave, link, consents.get(consent), agreedAt, source];
      return csvLine([`+1${phone}`, greeting, position, ...rest]);
    },
    sayLeftOut(): void {
      for (const [what, many] of counts) console.log(`${figureOf(many, 'member')} ${what}.`);
    },
  };
}
