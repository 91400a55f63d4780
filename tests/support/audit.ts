import { joinNumber } from '../../netlify/queue/referral-code.ts';
import { POSITIONS_PER_REFERRAL } from '../../src/waitlist/shared/referral.ts';
import type { Waitlist } from './waitlist.ts';

const KEY =
  /^\{waitlist\}:(members|last_join_number|positions_per_referral|consents|queue|admitted|phones|waves|(attempts|status-requests):.*)$/s;

/** All members, and what's wrong in the indexes, computed from the records without the code of `verify`. */
export async function audit({ redis }: Pick<Waitlist, 'redis'>) {
  const records = Object.entries(await redis.hgetall('{waitlist}:members'));
  const all = records.map(([code, record]) => {
    const { phone, referredBy, wave }: Record<string, string | undefined> = JSON.parse(record);
    return { code, phone, referredBy, wave };
  });
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
  for (const index of ['queue', 'admitted', 'phones', 'waves']) {
    const key = `{waitlist}:${index}`;
    const isHash = index === 'phones' || index === 'waves';
    const flat = isHash
      ? Object.entries(await redis.hgetall(key)).flat()
      : await redis.zrange(key, 0, -1, 'WITHSCORES');
    for (let i = 0; i < flat.length; i += 2) found.add(`${index}: ${flat[i]} ${flat[i + 1]}`);
  }
  const foreign = (await redis.keys('*')).filter((key) => !KEY.test(key));
  return {
    members: new Map(all.map((member) => [member.code, member])),
    problems: [...expected.symmetricDifference(found), ...foreign],
  };
}
