import { formatNumber, fullName, maskedPhone, printTable } from '../format.ts';
import { type RankedRecord, readPositions, readWave } from '../members.ts';
import type { Session } from '../session.ts';

interface ListOptions {
  top: number;
  from: number;
  wave?: string;
}

export async function list(session: Session, { top, from, wave }: ListOptions): Promise<void> {
  const members = wave
    ? await readWave(session, wave)
    : await readPositions(session, from, from + top - 1);
  if (!members.length) return console.log(`No members from position ${formatNumber(from)}.`);
  // The name comes last because its width in a terminal is unknown.
  printTable([['position', 'referrals', 'phone', 'name'], ...members.map(toRow)]);
}

function toRow({ position, referralCount = 0, member }: RankedRecord) {
  const phone = member ? maskedPhone(member.phone) : '';
  const name = member ? fullName(member) : 'unreadable record';
  return [position ?? 'admitted', referralCount, phone, name];
}
