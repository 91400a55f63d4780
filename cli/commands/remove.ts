import { eraseMember } from '../../netlify/queue/erase-member.ts';
import { batchesWithProgress } from '../batches.ts';
import { findRecords } from '../find-member.ts';
import { formatMembers } from '../format.ts';
import { readFields, readValues } from '../members.ts';
import { confirm, type Session } from '../session.ts';

const CONCURRENCY = 20;

export async function remove(session: Session, input: string): Promise<void> {
  const { records, fileNote } = await findRecords(session, input);
  const codes = records.map(({ code }) => code);
  console.log(`Referrals of a removed member keep their positions; a referrer moves back.
Only a backup (export --backup) still has removed members.\n`);
  await confirm(session, `Remove ${formatMembers(codes.length)}${fileNote} for good`, codes.length);
  const unreadable = new Set(records.filter(({ member }) => !member).map(({ code }) => code));
  if (unreadable.size) {
    // Only the index knows their phones.
    for (const [phone, code] of await readFields(session, 'phones')) {
      if (unreadable.has(code)) await session.redis.hdel(session.keys.phones, phone);
    }
  }
  for (const batch of batchesWithProgress(codes, CONCURRENCY)) {
    await Promise.all(batch.map((code) => eraseMember(session, ['operator', code])));
  }
  const left = await readValues(session, 'members', codes);
  const removed = left.filter((record) => record === null).length;
  console.log(`Removed ${formatMembers(removed)}, who can join again.`);
  if (unreadable.size) console.log('Run verify: an unreadable record may have credited others.');
}
