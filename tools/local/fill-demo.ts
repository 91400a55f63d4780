import { formatMembers } from '../../cli/format.ts';
import { admitMembers } from '../../netlify/queue/admit-members.ts';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { keysOf } from '../../netlify/queue/keys.ts';
import { connectRedis } from '../../netlify/queue/redis.ts';

const MEMBERS = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

const FIRST_NAMES = 'Zoë Łukasz مريم Jürgen Siobhán Ngozi Mateo Aylin Bjørn 結衣 Дмитро'.split(' ');
const LAST_NAMES = "O'Brien Okafor Nguyễn García Haddad Łoś Müller-Lee".split(' ');
const SOURCES = ['tiktok/launch-week', 'instagram', undefined, 'newsletter/october'];
const CONSENT = { version: '00000000', text: 'An invented text for invented members.' };

/**
 * Adds invented members to an empty local list through the join script, every second one referred, the first eight
 * admitted. Resolves with what the list holds.
 */
export async function fillDemo(): Promise<string> {
  const waitlist = { redis: connectRedis(), keys: keysOf('waitlist') };
  const { redis, keys } = waitlist;
  const count = await redis.hlen(keys.members);
  if (count) return `and keeps its ${formatMembers(count)}`;
  const codes: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    const isReferral = n % 2 === 1;
    const signup = {
      firstName: FIRST_NAMES[n % FIRST_NAMES.length] ?? '',
      lastName: LAST_NAMES[n % LAST_NAMES.length] ?? '',
      // 555-0100 to 555-0199 are reserved for fiction: https://www.nanpa.com/numbering/555-line-numbers
      phone: `21255501${String(n).padStart(2, '0')}`,
      // Early members refer the most.
      referredBy: isReferral ? codes[(n * 7) % Math.ceil(n / 4)] : undefined,
      source: isReferral ? undefined : SOURCES[(n / 2) % SOURCES.length],
      consent: n % 3 ? CONSENT.version : undefined,
    };
    // By the cube, two in five of them join on the first of 14 days.
    const joinedAt = Date.now() - (1 - (n / MEMBERS) ** 3) * 14 * DAY_MS;
    const joined = await joinQueue(waitlist, { signup, joinedAt, currentConsent: CONSENT });
    if (joined.ok) codes.push(joined.referralCode);
  }
  await admitMembers(waitlist, 'first-wave', codes.slice(0, 8));
  return `with ${formatMembers(MEMBERS)}, all invented`;
}
