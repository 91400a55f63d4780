import { INDEXES, isSortedSet } from '../../netlify/queue/keys.ts';
import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/links.ts';
import { KEYS, type Waitlist } from './waitlist.ts';

/** What's wrong in the indexes, computed from the records without the code of `verify`. */
export async function audit({ redis }: Pick<Waitlist, 'redis'>): Promise<string[]> {
  const records = Object.entries(await redis.hgetall(KEYS.members));
  const all = records.map(([code, record]) => ({ code, ...JSON.parse(record) }));
  const expected = new Set<string>();
  for (const { code, phone, wave } of all) {
    const referrals = all.filter((other) => other.referredBy === code).length;
    const score = joinNumber(code) - POSITIONS_PER_REFERRAL * referrals;
    expected.add(`${wave ? 'admitted' : 'queue'}: ${code} ${score}`);
    expected.add(`phones: ${phone} ${code}`);
    const inWave = all.filter((other) => other.wave === wave).length;
    if (wave) expected.add(`waves: ${wave} ${inWave}`);
  }
  const found = new Set<string>();
  for (const index of INDEXES) {
    const flat = isSortedSet(index)
      ? await redis.zrange(KEYS[index], '0', '-1', 'WITHSCORES')
      : Object.entries(await redis.hgetall(KEYS[index])).flat();
    for (let i = 0; i < flat.length; i += 2) found.add(`${index}: ${flat[i]} ${flat[i + 1]}`);
  }
  return [...expected.symmetricDifference(found)];
}
