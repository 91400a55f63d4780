import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { timeOf } from '../netlify/queue/record.ts';
import { BadInput } from './errors.ts';
import { writePrivate } from './files.ts';
import { formatMembers } from './format.ts';
import { greatestJoinNumber, isValidJoinCounter } from './indexes.ts';
import { readFields } from './members.ts';
import type { Session } from './session.ts';

/** What a restore can't compute. The file is this as JSON and, on a second line, its SHA-256, gzipped. */
interface Backup {
  /** When the backup started, such as 2026-11-21T09:30:00Z. */
  takenAt: string;
  lastJoinNumber: number;
  /** Codes with their records, readable or not. */
  members: [code: string, record: string][];
  consents: [version: string, text: string][];
}

export async function writeBackup(session: Session, file: string): Promise<void> {
  const takenAt = timeOf(Date.now());
  const members = [...(await readFields(session, 'members'))];
  // Read after the records, so that no consent they name is missing.
  const consents = [...(await readFields(session, 'consents'))];
  const counter = await session.redis.get<string>(session.keys.lastJoinNumber);
  const greatest = greatestJoinNumber(members.map(([code]) => code));
  // As `verify --fix` would set it.
  const lastJoinNumber = isValidJoinCounter(counter, greatest) ? Number(counter) : greatest;
  const content: Backup = { takenAt, lastJoinNumber, members, consents };
  const json = JSON.stringify(content);
  await writePrivate(session, file, gzipSync(`${json}\n${sha256(json)}`));
  console.log(`${formatMembers(members.length)} in ${file}, with phones and status tokens.`);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Throws BadInput if the file isn't a backup, or doesn't match its SHA-256. */
export async function readBackup(file: string): Promise<Backup> {
  const bytes = await readFile(file);
  try {
    const [json = '', hash] = gunzipSync(bytes).toString().split('\n');
    if (hash === sha256(json)) return JSON.parse(json);
  } catch {
    // It isn't gzipped, or was cut off.
  }
  throw new BadInput(`${file} isn't a backup, or was cut off or changed.`);
}
