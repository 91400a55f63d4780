import type { Member } from '../../netlify/queue/record.ts';
import { codeOf } from './members.ts';
import { seededRandom } from './seeded-random.ts';

export const [MINUTE, DAY] = [60_000, 86_400_000];

const START = Date.now() - 90 * DAY;

/** A member who joined then, in ms. Codes descend with the time as they do with the join number. */
export function memberOf(time: number, phone: number, fields: Partial<Member> = {}): Member {
  const seconds = Math.floor(time / 1000);
  const code = codeOf(seconds - Math.floor(START / 1000), `${phone}`);
  const names = { firstName: 'Ana', lastName: 'Lee' };
  return { ...names, code, phone: `${phone}`, joinedAt: seconds * 1000, ...fields };
}

const SOURCES = ['tiktok/launch-week', 'instagram', 'newsletter/october', 'podcast', 'poster'];

/**
 * At least `count` members who joined honestly in the last 60 days: half come from a post; four in five
 * invite nobody; one in thirty invites a family within minutes, some with numbers in a row; forty invite a
 * dormitory, of one exchange and at times one source, in one burst; one invites some hundred in days.
 * Friends invite as all others do. The same members for the same count.
 */
export function honestMembers(count: number): Member[] {
  const random = seededRandom(count);
  const now = Date.now();
  const taken = new Set<number>();
  const members: Member[] = [];

  const about = (mean: number) => -Math.log(1 - random()) * mean;
  const among = (size: number) => Math.floor(random() * size);
  const anyPhone = () => 2_000_000_000 + among(8_000_000_000);
  function join(time: number, fields: Partial<Member>, makePhone = anyPhone) {
    let phone = makePhone();
    while (taken.has(phone)) phone = anyPhone();
    taken.add(phone);
    if (time < now) members.push(memberOf(time, phone, fields));
  }
  const source = () => (random() < 0.5 ? SOURCES[among(SOURCES.length)] : undefined);

  const hosts = Array.from({ length: 40 }, (_, i) => Math.floor((i * count) / 50) + 7);
  for (let i = 0; members.length < count || i < members.length; i += 1) {
    if (i === members.length)
      join(now - (1 - Math.sqrt(random())) * 60 * DAY, { source: source() });
    const me = members[i];
    if (!me) continue;
    const { code: inviter, joinedAt } = me;
    function invite(friends: number, mean: number, source?: string, makePhone = anyPhone) {
      for (let n = 0; n < friends; n += 1)
        join(joinedAt + MINUTE + about(mean), { inviter, source }, makePhone);
    }
    const kind = random();
    if (i === 500) invite(800, 1.5 * DAY);
    else if (hosts.includes(i)) {
      const link = random() < 0.25 ? 'whatsapp' : undefined;
      const exchange = Math.floor(anyPhone() / 10_000) * 10_000;
      invite(20 + among(40), 15 * MINUTE, link, () => exchange + among(10_000));
    } else if (kind < 0.03) {
      const plan = random() < 0.5 ? () => Number(me.phone) + 1 + among(6) : anyPhone;
      invite(2 + among(5), 3 * MINUTE, undefined, plan);
    } else if (kind < 0.2) invite(1 + Math.floor(about(1.2)), DAY);
  }
  return members;
}
