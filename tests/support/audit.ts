import { POSITIONS_PER_FRIEND } from '../../src/waitlist/shared/referral.ts';
import type { Waitlist } from './waitlist.ts';

const KEY =
  /^\{waitlist\}:(members|joined|consents|queue|admitted|phones|waves|(attempts|status-requests):.*)$/s;

/**
 * All members, and what is wrong: the records say in the plainest way what each index has to hold, without
 * the code of `npm run waitlist -- verify`.
 */
export async function audit({ redis }: Pick<Waitlist, 'redis'>) {
  const records = Object.entries(await redis.hgetall('{waitlist}:members'));
  const all = records.map(([code, record]) => {
    const { phone, inviter, wave }: Record<string, string | undefined> = JSON.parse(record);
    return { code, phone, inviter, wave };
  });
  const due = new Set<string>();
  for (const { code, phone, wave } of all) {
    const number = 2 ** 28 - Number.parseInt(code.slice(0, 7), 16);
    const friends = all.filter((other) => other.inviter === code).length;
    due.add(`${wave ? 'admitted' : 'queue'}: ${code} ${number - POSITIONS_PER_FRIEND * friends}`);
    due.add(`phones: ${phone} ${code}`);
    const inWave = all.filter((other) => other.wave === wave).length;
    if (wave) due.add(`waves: ${wave} ${inWave}`);
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
    problems: [...due.symmetricDifference(found), ...foreign],
  };
}
