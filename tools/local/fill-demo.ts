import { admitFirst } from '../../netlify/queue/admit-members.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { keysOf } from '../../netlify/queue/keys.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';

const MEMBERS = 60;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

const FIRST_NAMES = 'Zoë Łukasz مريم Jürgen Siobhán Ngozi Mateo Aylin Bjørn 結衣 Дмитро'.split(' ');
const LAST_NAMES = "O'Brien Okafor Nguyễn García Haddad Łoś Müller-Lee".split(' ');
const SOURCES = ['tiktok/launch-week', 'instagram', undefined, 'newsletter/october'];
const NO_LIMIT = { rateLimitKey: '', attemptLimit: 0, windowSeconds: 0 };

/**
 * Lets invented members join the local list through the join script while nobody has joined it: over the
 * last 30 days, half of them by a friend's link, the first eight admitted. Resolves with how many joined.
 */
export async function fillDemo(): Promise<number> {
  const waitlist = { redis: connectRedis(), keys: keysOf('waitlist') };
  if (await waitlist.redis.exists(waitlist.keys.members)) return 0;
  const codes: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    // Squared, so that a few of the first have many friends.
    const referrer = n % 2 ? codes[Math.floor(((n % 7) / 7) ** 2 * n)] : undefined;
    const signup = {
      firstName: FIRST_NAMES[n % FIRST_NAMES.length] ?? '',
      lastName: LAST_NAMES[n % LAST_NAMES.length] ?? '',
      // 555-0100 to 555-0199 are nobody's: https://www.nanpa.com/numbering/555-line-numbers
      phone: `21255501${String(n).padStart(2, '0')}`,
      referralCode: referrer,
      source: referrer ? undefined : SOURCES[(n / 2) % SOURCES.length],
    };
    const joinedAt = Date.now() - (1 - n / MEMBERS) * MONTH_MS;
    const joined = await joinQueue(waitlist, { ...NO_LIMIT, signup, joinedAt });
    if (joined.outcome === 'joined') codes.push(joined.referralCode);
  }
  await admitFirst(waitlist, 'first-wave', 8);
  return codes.length;
}
