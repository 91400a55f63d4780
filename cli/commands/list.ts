import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { formatList, fullName, maskedPhone, printTable } from '../format.ts';
import { readMembers, readPositions, readWave } from '../members.ts';
import type { Session } from '../session.ts';

interface ListOptions {
  top?: number;
  from: number;
  wave?: string;
}

export async function list(session: Session, { top, from, wave }: ListOptions): Promise<void> {
  const members = wave
    ? await readMembers(session, (await readWave(session, wave)).slice(0, top))
    : await readPositions(session, from, top ?? 20);
  if (!members.length) return console.log(`No members from position ${formatNumber(from)}.`);
  const rows = members.map(({ position = 'admitted', referralCount = 0, code, member }) => {
    const phone = member ? maskedPhone(member.phone) : '';
    return [position, referralCount, code, phone, member ? fullName(member) : 'unreadable record'];
  });
  printTable([['position', 'referrals', 'code', 'phone', 'name'], ...rows]);
  const damaged = members.filter(({ isDamaged }) => isDamaged).map(({ code }) => code);
  if (damaged.length) console.log(`\nDamaged scores, run verify: ${formatList(damaged)}.`);
}
