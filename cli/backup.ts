import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { timeOf } from '../netlify/queue/record.ts';
import { siteOrigin, writePrivate } from './files.ts';
import { EMPTY, formatMembers } from './format.ts';
import { expectedJoinNumber } from './indexes.ts';
import { readFields } from './members.ts';
import { BadInput, readLastNumber, type Session } from './session.ts';

/** What a restore can't compute. The file is this as JSON and, on a second line, its SHA-256, gzipped. */
export interface Backup {
  takenAt: string;
  list: Session['list'];
  site: string;
  lastJoinNumber: number;
  /** Codes with their records, readable or not. */
  members: [code: string, record: string][];
  consents: [version: string, text: string][];
}

export async function writeBackup(session: Session, file: string): Promise<void> {
  const takenAt = timeOf(Date.now());
  const { list } = session;
  const { host } = new URL(siteOrigin(session));
  const members = [...(await readFields(session, 'members'))];
  // A scheduled backup of a database that has lost its data must fail, and not replace the last one.
  if (!members.length) throw new BadInput(`${EMPTY} No backup was made.`);
  // Read after the records, so that no consent they name is missing.
  const consents = [...(await readFields(session, 'consents'))];
  const lastJoinNumber = expectedJoinNumber(await readLastNumber(session), members);
  const content: Backup = { takenAt, list, site: host, lastJoinNumber, members, consents };
  const json = JSON.stringify(content);
  await writePrivate(session, file, gzipSync(`${json}\n${hash('sha256', json)}`));
  console.log(`${formatMembers(members.length)} in ${file}, with phones and status tokens.`);
  // A scheduled backup's token may only read.
  const refused = (error: Error) => console.error(`Its time isn't noted (${error.message}).`);
  await session.redis.set(session.keys.lastBackup, takenAt).catch(refused);
}

export async function readBackup(file: string): Promise<Backup> {
  const bytes = await readFile(file);
  try {
    const [json = '', sha256] = gunzipSync(bytes).toString().split('\n');
    if (sha256 === hash('sha256', json)) return JSON.parse(json);
  } catch {
    // It isn't gzipped, or was cut off.
  }
  throw new BadInput(`${file} isn't a backup, or was cut off or changed.`);
}
