import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Redis } from '@upstash/redis';
import { nanoid } from 'nanoid';
import { KEYS } from '../netlify/queue/keys.ts';
import { BadInput } from './ending.ts';
import { PAGE, readFields, scanRecords } from './members.ts';

/** Holds the id of the file that is being imported, until its end. */
export const IMPORTING = '{waitlist}:importing';

const FORMAT = 'fabio-waitlist';

/** A whole copy as lines of JSON. */
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

interface Ending {
  members: number;
  joined: number;
  consents: Record<string, string>;
}

/** Hands `load` codes with their records, a page at a time. Throws BadInput for a file that is not whole. */
export async function readCopy(
  file: string,
  load: (page: Record<string, string>) => Promise<unknown> = async () => {},
): Promise<Ending & { id: string }> {
  let members = 0;
  let page: [code: string, record: string][] = [];
  let head: { format?: string; id: string } | undefined;
  const endings: Ending[] = [];
  let loading: Promise<unknown> = Promise.resolve();
  async function flush() {
    // The next page is read while this one is on its way.
    await loading;
    members += page.length;
    if (page.length) loading = load(Object.fromEntries(page));
    loading.catch(() => {});
    page = [];
  }
  const broken = new BadInput(`${file} is no whole copy, or was cut off or changed.`);
  // An error of either stream comes out of the loop.
  const bytes = pipeline(createReadStream(file), createGunzip(), () => {});
  try {
    for await (const line of linesOf(bytes)) {
      const value = JSON.parse(line);
      head ??= value;
      if (head?.format !== FORMAT) throw broken;
      if (!Array.isArray(value)) endings.push(value);
      else if (page.push([String(value[0]), String(value[1])]) === PAGE) await flush();
    }
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    throw name === 'SyntaxError' || code?.startsWith('Z_') ? broken : error;
  }
  await flush();
  await loading;
  const ending = endings.at(-1);
  if (!head || ending?.members !== members) throw broken;
  return { ...ending, id: head.id };
}

/** node:readline would end a line at U+2028 too, which a name may hold. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of source) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
