import { admitFirst } from '../../netlify/queue/admit-members.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { keysOf } from '../../netlify/queue/keys.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';

const MEMBERS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

const FIRST_NAMES = 'Zoë Łukasz مريم Jürgen Siobhán Ngozi Mateo Aylin Bjørn 結衣 Дмитро'.split(' ');
const LAST_NAMES = "O'Brien Okafor Nguyễn García Haddad Łoś Müller-Lee".split(' ');
/** `worth` is how much more often than others a member from there is a referrer. */
const SOURCES = [
  { source: 'tiktok/launch-week', worth: 1 },
  { source: 'instagram', worth: 0 },
  { source: undefined, worth: 1 },
  { source: 'newsletter/october', worth: 4 },
];
const CONSENT = { version: '00000000', text: 'An invented text for invented members.' };

/**
 * Lets invented members join the local list through the join script if nobody has joined it: over 30 days
 * with a launch after ten, half of them by a referral link, the first eight admitted. Resolves with how
 * many joined.
 */
export async function fillDemo(): Promise<number> {
  const waitlist = { redis: connectRedis(), keys: keysOf('waitlist') };
  if (await waitlist.redis.exists(waitlist.keys.members)) return 0;
  const referrers: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    const from = SOURCES[(n / 2) % SOURCES.length];
    const signup = {
      firstName: FIRST_NAMES[n % FIRST_NAMES.length] ?? '',
      lastName: LAST_NAMES[n % LAST_NAMES.length] ?? '',
      // 555-0100 to 555-0199 are nobody's: https://www.nanpa.com/numbering/555-line-numbers
      phone: `21255501${String(n).padStart(2, '0')}`,
      referralCode: from ? undefined : referrers[(n * 7) % referrers.length],
      source: from?.source,
      consent: n % 3 ? CONSENT.version : undefined,
    };
    const joinedAt = Date.now() - daysAgo(n) * DAY_MS;
    const joined = await joinQueue(waitlist, { signup, joinedAt, currentConsent: CONSENT });
    if (!joined.ok) continue;
    referrers.push(...Array(from?.worth ?? 1).fill(joined.referralCode));
  }
  await admitFirst(waitlist, 'first-wave', 8);
  return MEMBERS;
}

/** Of 100 members, 45 join on the day of the launch. */
function daysAgo(n: number): number {
  if (n < 15) return 30 - (n / 15) * 10;
  if (n < 60) return 20 - (n - 15) / 45;
  return 19 - ((n - 60) / 40) * 19;
}
