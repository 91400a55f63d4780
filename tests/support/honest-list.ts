import type { Member } from '../../netlify/queue/record.ts';
import { codeOf } from './people.ts';
import { randomFrom } from './random.ts';

export const [MINUTE, DAY] = [60_000, 86_400_000];

/** A visitor who is to join, before there are codes. */
export interface Visitor {
  at: number;
  phone: number;
  inviter?: Visitor | undefined;
  source?: string | undefined;
  lastName?: string;
}

const SOURCES = ['tiktok/launch-week', 'instagram', 'newsletter/october', 'podcast', 'poster'];

/**
 * At least `count` visitors of the last 60 days who join honestly: half come from a post; four in five
 * invite nobody; one in thirty invites a family within minutes, some with numbers in a row; forty invite a
 * dormitory, of one exchange and at times one source, in one burst; one invites some hundred in days.
 * Friends invite as all others do. The same visitors for the same count.
 */
export function honestVisitors(count: number): Visitor[] {
  const random = randomFrom(count);
  const now = Date.now();
  const taken = new Set<number>();
  const visitors: Visitor[] = [];

  const about = (mean: number) => -Math.log(1 - random()) * mean;
  const among = (size: number) => Math.floor(random() * size);
  const anyPhone = () => 2_000_000_000 + among(8_000_000_000);
  function join(visitor: Omit<Visitor, 'phone'>, makePhone = anyPhone) {
    let phone = makePhone();
    while (taken.has(phone)) phone = anyPhone();
    taken.add(phone);
    if (visitor.at < now) visitors.push({ ...visitor, phone });
  }
  const source = () => (random() < 0.5 ? SOURCES[among(SOURCES.length)] : undefined);

  const hosts = Array.from({ length: 40 }, (_, i) => Math.floor((i * count) / 50) + 7);
  for (let i = 0; visitors.length < count || i < visitors.length; i += 1) {
    if (i === visitors.length)
      join({ at: now - (1 - Math.sqrt(random())) * 60 * DAY, source: source() });
    const me = visitors[i];
    if (!me) continue;
    function invite(
      friends: number,
      mean: number,
      changes?: Partial<Visitor>,
      makePhone = anyPhone,
    ) {
      for (let n = 0; n < friends; n += 1) {
        const at = (me as Visitor).at + MINUTE + about(mean);
        join({ at, inviter: me, ...changes }, makePhone);
      }
    }
    const kind = random();
    if (i === 500) invite(800, 1.5 * DAY);
    else if (hosts.includes(i)) {
      const link = random() < 0.25 ? 'whatsapp' : undefined;
      const exchange = Math.floor(anyPhone() / 10_000) * 10_000;
      invite(20 + among(40), 15 * MINUTE, { source: link }, () => exchange + among(10_000));
    } else if (kind < 0.03) {
      const plan = random() < 0.5 ? () => me.phone + 1 + among(6) : anyPhone;
      invite(2 + among(5), 3 * MINUTE, { lastName: `Family${i}` }, plan);
    } else if (kind < 0.2) invite(1 + Math.floor(about(1.2)), DAY);
  }
  return visitors;
}

/** The members that join in this order of time, with their codes. */
export function membersOf(visitors: Visitor[]): Member[] {
  const codes = new Map<Visitor | undefined, string>();
  return visitors
    .sort((a, b) => a.at - b.at)
    .map((visitor, i) => {
      const { at, phone, inviter, source, lastName = 'Lee' } = visitor;
      const code = codeOf(i + 1);
      codes.set(visitor, code);
      const joinedAt = Math.floor(at / 1000) * 1000;
      const names = { firstName: 'Ana', lastName };
      return { code, phone: `${phone}`, ...names, joinedAt, source, inviter: codes.get(inviter) };
    });
}
