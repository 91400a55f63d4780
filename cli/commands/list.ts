import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { fullName, maskedPhone, printTable } from '../format.ts';
import { readMembers, readPositions, readWave, requireReadable } from '../members.ts';
import type { Session } from '../session.ts';

export async function list(
  session: Session,
  { top, from, wave }: { top?: number; from: number; wave?: string },
) {
  const records = wave
    ? await readMembers(session, (await readWave(session, wave)).slice(0, top))
    : await readPositions(session, from, top ?? 20);
  if (!records.length) return console.log(`No members from position ${formatNumber(from)}.`);
  const rows = requireReadable(records).map(({ position, referralCount = 0, code, member }) => {
    const where = position ?? 'admitted';
    return [where, referralCount, code, maskedPhone(member.phone), fullName(member)];
  });
  printTable([['position', 'referrals', 'code', 'phone', 'name'], ...rows]);
}
