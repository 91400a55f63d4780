import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { waitlistScript } from '../netlify/queue/waitlist-script.ts';
import { BadInput } from './ending.ts';
import { membersFigure } from './format.ts';
import { inspectList, setDue } from './indexes.ts';
import { readFields, scanRecords } from './members.ts';
import { confirm, type Session } from './session.ts';
import { BEGIN_IMPORT } from './whole-copy.lua.ts';

/** What is read at a time: some 800 records. */
const CHUNK_BYTES = 256 * 1024;

const FORMAT = 'fabio-waitlist';

export async function* wholeCopy(redis: Redis): AsyncGenerator<string> {
  yield lineOf({ format: FORMAT, id: nanoid() });
  let members = 0;
  for await (const page of scanRecords(redis)) {
    members += page.length;
    yield page.map(lineOf).join('');
  }
  const joined = Number((await redis.get<string>(KEYS.joined)) ?? 0);
  const consents = Object.fromEntries(await readFields(redis, KEYS.consents));
  yield lineOf({ members, joined, consents });
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

const beginImport = waitlistScript(BEGIN_IMPORT, { begun: {}, occupied: {} });

export async function importCopy(session: Session, file: string): Promise<void> {
  const { redis } = session;
  const { id, members, joined, consents } = await readCopy(file);
  await confirm(session, `Import ${membersFigure(members)} into the database`);
  if ((await beginImport(session, [id, joined])).outcome === 'occupied') {
    throw new BadInput('There is a list in this database already. Import into an empty one.');
  }
  if (Object.keys(consents).length) await redis.hset(KEYS.consents, consents);
  await readCopy(file, (page) => redis.hset(KEYS.members, page));
  const { records, problems } = await inspectList(redis);
  await setDue(session, problems);
  await redis.del(KEYS.importing);
  console.log(`${membersFigure(records)} imported.`);
}

interface Ending {
  members: number;
  joined: number;
  consents: Record<string, string>;
}

/** Hands the records to `load`, some at a time. Throws BadInput for a file that is not whole. */
async function readCopy(
  file: string,
  load: (records: Record<string, string>) => Promise<unknown> = async () => {},
): Promise<Ending & { id: string }> {
  let members = 0;
  let head: { format?: string; id: string } | undefined;
  let ending: Ending | undefined;
  let loading: Promise<unknown> = Promise.resolve();
  const broken = new BadInput(`${file} is no whole copy, or was cut off or changed.`);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The loop throws the errors of both streams.
  const bytes = pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), gunzip, () => {});
  try {
    for await (const lines of linesOf(bytes)) {
      const values = lines.map((line) => JSON.parse(line));
      head ??= values.shift();
      if (head?.format !== FORMAT) throw broken;
      const records = values.filter(Array.isArray);
      members += records.length;
      ending = values.at(-1);
      // The next records are read while these are sent.
      await loading;
      if (records.length) loading = load(Object.fromEntries(records));
      loading.catch(() => {});
    }
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    throw name === 'SyntaxError' || code?.startsWith('Z_') ? broken : error;
  }
  await loading;
  if (!head || ending?.members !== members) throw broken;
  return { ...ending, id: head.id };
}

/** node:readline would end a line at U+2028 too, which a name may hold. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of source) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}
