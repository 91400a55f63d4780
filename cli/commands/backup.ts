import { existsSync } from 'node:fs';
import type { Redis } from '@upstash/redis';
import { backupLines } from '../backup-file.ts';
import { confirm } from '../confirm.ts';
import { figure, peopleFigure } from '../figure.ts';
import { UNREADABLE } from '../keys.ts';
import type { Stored } from '../problems.ts';
import type { Session } from '../run.ts';
import { inspectSettled } from '../settle.ts';
import { takeReading } from '../take-reading.ts';
import { writePrivate } from '../write-private.ts';

/**
 * Writes the whole list to a file; asks before it replaces one. A list that is not sound is copied
 * as it is, and said so. Throws BadInput where the file cannot be written.
 */
export async function backup(
  { redis, signal }: Session,
  file: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, yes);
  const { reading, problems } = await inspectSettled(() => takeReading(redis, signal));
  const { records, joined, days } = reading;
  const bytes = await writePrivate(
    file,
    backupLines({
      madeAt: new Date().toISOString(),
      joined: Number.isSafeInteger(joined) ? joined : 0,
      days: new Map([...days].filter(([, count]) => Number.isSafeInteger(count))),
      records,
      unreadable: await readAside(redis),
    }),
    signal,
  );
  console.log(`${peopleFigure(records.size)} in ${file}, ${figure(Math.ceil(bytes / 1024))} KB.`);
  console.log('It holds names and phones: keep it where nobody else can read it.');
  if (problems.length) {
    console.log(
      `\nThe list is not sound: \`npm run waitlist -- verify\` finds ${figure(problems.length)} ${problems.length === 1 ? 'problem' : 'problems'}. It was copied as it is.`,
    );
  }
}

async function readAside(redis: Pick<Redis, 'hgetall'>): Promise<Stored[]> {
  // Without automatic deserialization the client hands over Redis's own reply, a flat list.
  const flat = ((await redis.hgetall(UNREADABLE)) ?? []) as unknown as string[];
  return flat.flatMap((name, i): Stored[] => (i % 2 ? [] : [[name, flat[i + 1] ?? '']]));
}
