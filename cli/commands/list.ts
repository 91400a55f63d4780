import { formatNumber, fullName, maskedPhone, printTable } from '../format.ts';
import { readPositions, readWave } from '../members.ts';
import type { Session } from '../session.ts';

interface ListOptions {
  top: number;
  from: number;
  wave?: string;
}

export async function list(session: Session, { top, from, wave }: ListOptions): Promise<void> {
  const members = await (wave ? readWave(session, wave) : readPositions(session, from, top));
  if (!members.length) return console.log(`No members from position ${formatNumber(from)}.`);
  const rows = members.map(({ position = 'admitted', referralCount = 0, member }) => {
    const phone = member ? maskedPhone(member.phone) : '';
    return [position, referralCount, phone, member ? fullName(member) : 'unreadable record'];
  });
  printTable([['position', 'referrals', 'phone', 'name'], ...rows]);
}
