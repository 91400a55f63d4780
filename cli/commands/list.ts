import type { Member } from '../../netlify/queue/record.ts';
import { formatNumber, fullName, maskedPhone, printTable } from '../format.ts';
import { readPositions, readWave } from '../members.ts';
import type { Session } from '../session.ts';

interface ListOptions {
  top: number;
  from: number;
  wave?: string;
}

export async function list(session: Session, { top, from, wave }: ListOptions): Promise<void> {
  const rows = wave
    ? (await readWave(session, wave)).map((member) =>
        toRow('admitted', member.referrals.length, member),
      )
    : (await readPositions(session, from, top)).map(
        ({ position = '', referralCount = 0, member }) => toRow(position, referralCount, member),
      );
  if (!rows.length) return console.log(`No members from position ${formatNumber(from)}.`);
  // The name comes last because its width in a terminal is unknown.
  printTable([['position', 'referrals', 'phone', 'name'], ...rows]);
}

function toRow(position: number | string, referrals: number, member?: Member) {
  const phone = member ? maskedPhone(member.phone) : '';
  const name = member ? fullName(member) : 'unreadable record';
  return [position, referrals, phone, name];
}
