import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { fullName, maskedPhone, printJson, printTable } from '../format.ts';
import { readMembers, readPositions, readWave, requireReadable } from '../members.ts';
import type { Session } from '../session.ts';

export async function list(
  session: Session,
  { top, from, wave, json }: { top?: number; from: number; wave?: string; json?: true },
) {
  const records = wave
    ? await readMembers(session, (await readWave(session, wave)).slice(0, top))
    : await readPositions(session, from, top ?? 20);
  const rows = requireReadable(records).map(({ position = null, referralCount = 0, ...found }) => ({
    position,
    referrals: referralCount,
    code: found.code,
    phone: maskedPhone(found.member.phone),
    name: fullName(found.member),
  }));
  if (json) return printJson(rows);
  if (!rows.length) return console.log(`No members from position ${formatNumber(from)}.`);
  printTable(rows.map((row) => ({ ...row, position: row.position ?? 'admitted' })));
}
