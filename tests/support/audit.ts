import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { KEYS, type Waitlist } from './waitlist.ts';

type Stored = { code: string; phone: string; referredBy?: string; wave?: string };

/** What's wrong in the indexes, computed from the records without the code of `verify`. */
export async function audit({ redis }: Pick<Waitlist, 'redis'>): Promise<string[]> {
  const records = Object.entries(await redis.hgetall(KEYS.members));
  const all: Stored[] = records.map(([code, record]) => ({ code, ...JSON.parse(record) }));
  const worth = Number(await redis.get(KEYS.positionsPerReferral));
  const expected = new Set<string>();
  for (const { code, phone, wave } of all) {
    const referrals = all.filter((other) => other.referredBy === code).length;
    const score = joinNumber(code) - worth * referrals;
    expected.add(`${wave ? 'admitted' : 'queue'}: ${code} ${score}`);
    expected.add(`phones: ${phone} ${code}`);
    const inWave = all.filter((other) => other.wave === wave).length;
    if (wave) expected.add(`waves: ${wave} ${inWave}`);
  }
  const found = new Set<string>();
  for (const index of ['queue', 'admitted', 'phones', 'waves'] as const) {
    const isHash = index === 'phones' || index === 'waves';
    const flat = isHash
      ? Object.entries(await redis.hgetall(KEYS[index])).flat()
      : await redis.zrange(KEYS[index], 0, -1, 'WITHSCORES');
    for (let i = 0; i < flat.length; i += 2) found.add(`${index}: ${flat[i]} ${flat[i + 1]}`);
  }
  return [...expected.symmetricDifference(found)];
}
