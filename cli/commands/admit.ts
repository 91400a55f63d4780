import type { Redis } from '@upstash/redis';
import { admitMembers, STEP, undoWave } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { WAVE } from '../../netlify/queue/record.ts';
import { chunksOf } from '../chunks.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { readText } from '../files.ts';
import { codeIn, findMember, unreadable } from '../find-member.ts';
import { look, type Seen } from '../look.ts';
import type { Session } from '../main.ts';
import { PAGE, readPages } from '../read-queue.ts';
import { figure, figureOf, peopleFigure, shown } from '../show.ts';

export interface AdmitOptions {
  wave?: string;
  top?: number;
  code?: string;
  undo?: string;
}

/**
 * Lets members in as a wave, after showing who it would be and asking: whoever is first in line until
 * the wave has `top` of them, or the one with `code`, or those of a file of codes; or with `undo` puts
 * a wave back in line. In steps that are whole each, so that the same command completes what was cut
 * off. Throws BadInput, having changed nothing, for what cannot be done.
 */
export async function admit(session: Session, file: string | undefined, options: AdmitOptions) {
  const { redis, database } = session;
  const { wave = '', top, code, undo } = options;
  if ([file, top, code, undo].filter((way) => way !== undefined).length !== 1) {
    throw new BadInput('Say who: --top 500, --code CODE or a file of codes; or --undo WAVE.');
  }
  if (undo !== undefined) return putBack(session, undo);
  if (!WAVE.test(wave)) {
    throw new BadInput('Name the wave in small letters, digits and -, such as --wave october-1.');
  }
  const before = Number((await redis.hget<string>(KEYS.waves, wave)) ?? 0);
  const own = code === undefined ? undefined : [(await findMember(redis, code)).code];
  const codes = file === undefined ? own : await codesOf(file);
  const found = codes ? await among(redis, codes) : await inFront(redis, Number(top) - before);
  const unread = found.find(({ member }) => !member);
  if (unread) throw unreadable(unread.code);
  if (before) console.log(`${wave} has ${peopleFigure(before)} already.`);
  if (found.length === 0) return console.log('Nobody more was let in.');

  const positions = found.map(({ position = 0 }) => position).sort((a, b) => a - b);
  const [first, last] = [positions[0], positions.at(-1)].map((position = 0) => figure(position));
  const agreed = found.filter(({ member }) => member?.consent).length;
  const whom = peopleFigure(found.length);
  console.log(`${whom}, from position ${first} to ${last}; ${figure(agreed)} agreed to texts.\n`);
  await confirm(session, `Let ${whom} in as ${wave} (${database})?`);
  let inWave = before;
  for (const step of chunksOf(found, STEP)) {
    const done = await admitMembers(redis, wave, top ?? step.map(({ code }) => code));
    if ('unreadable' in done) throw unreadable(done.unreadable);
    ({ inWave } = done);
  }
  console.log(`${wave} has ${peopleFigure(inWave)} now.`);
}

/** Somebody in line, as she stands before anybody is let in. */
type Candidate = Pick<Seen, 'code' | 'position' | 'member'>;

/** The first `people` in line; none for 0 or less. */
async function inFront(redis: Redis, people: number): Promise<Candidate[]> {
  const inLine = await redis.zcard(KEYS.queue);
  if (people > inLine) {
    throw new BadInput(`${figure(people)} are missing, and only ${figure(inLine)} are in line.`);
  }
  return (await Array.fromAsync(readPages(redis, KEYS.queue, { to: people }))).flat();
}

/** Those of some codes who are in line, and not let in before. */
async function among(redis: Redis, codes: string[]): Promise<Candidate[]> {
  const seen: Seen[] = [];
  for (const some of chunksOf(codes, PAGE)) seen.push(...(await look(redis, some)));
  const unknown = seen.filter(({ record, queue }) => record === null && queue === null).length;
  if (unknown) throw new BadInput(`${figureOf(unknown, 'code')} in the file: nobody has it.`);
  return seen.filter(({ position }) => position !== undefined);
}

/** The codes of a text file, alone or in links, with blanks or commas between them. */
async function codesOf(file: string): Promise<string[]> {
  const text = (await Array.fromAsync(readText(file))).join('');
  const codes = text
    .split(/[\s,;"]+/)
    .filter(Boolean)
    .map(codeIn);
  const wrong = codes.filter((code) => code === undefined).length;
  if (wrong) throw new BadInput(`${figureOf(wrong, 'word')} in ${file}: no referral code.`);
  if (codes.length === 0) throw new BadInput(`${file} holds no referral code.`);
  return [...new Set(codes as string[])];
}

/** How many are in a wave. Throws BadInput, naming the waves there are, where nobody is. */
export async function peopleIn(redis: Redis, wave: string): Promise<number> {
  const count = Number((await redis.hget<string>(KEYS.waves, wave)) ?? 0);
  if (count > 0) return count;
  const waves = (await redis.hkeys(KEYS.waves)).map(shown).sort();
  throw new BadInput(`There is no wave ${shown(wave)}; there are: ${waves.join(', ') || 'none'}.`);
}

async function putBack(session: Session, wave: string) {
  const { redis, database } = session;
  const whom = peopleFigure(await peopleIn(redis, wave));
  await confirm(session, `Put the ${whom} of ${wave} back in line (${database})?`);
  const codes: string[] = [];
  for await (const page of readPages(redis, KEYS.admitted)) {
    codes.push(...page.filter(({ member }) => member?.wave === wave).map(({ code }) => code));
  }
  let back = 0;
  for (const step of chunksOf(codes, STEP)) back += await undoWave(redis, wave, step);
  console.log(`Back in line from ${wave}: ${peopleFigure(back)}.`);
}
