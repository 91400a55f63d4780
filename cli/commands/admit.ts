import type { Redis } from '@upstash/redis';
import { admitMembers, STEP, undoWave } from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { WAVE } from '../../netlify/queue/record.ts';
import { BadInput } from '../ending.ts';
import { type Found, findTyped, readable } from '../find-member.ts';
import { figure, membersFigure, printable } from '../format.ts';
import { pagesOf, readRange } from '../members.ts';
import { confirm, type Session } from '../session.ts';

export interface AdmitOptions {
  wave?: string;
  top?: number;
  code?: string;
  undo?: string;
}

/**
 * Admits as a wave, after showing how many and asking: the first in the queue until the wave has `top`
 * members, or the one with `code`, or those of a file; or with `undo` puts a wave back into the queue.
 */
export async function admit(session: Session, file: string | undefined, options: AdmitOptions) {
  const { redis } = session;
  const { wave = '', top, code, undo } = options;
  if ([file, top, code, undo].filter((way) => way !== undefined).length !== 1) {
    throw new BadInput('Say who: --top 500, --code CODE or a file of codes; or --undo WAVE.');
  }
  if (undo !== undefined) return putBack(session, undo);
  if (!WAVE.test(wave)) {
    throw new BadInput('Name the wave in small letters, digits and -, such as --wave october-1.');
  }
  const before = Number((await redis.hget<string>(KEYS.waves, wave)) ?? 0);
  if (before) console.log(`${wave} has ${membersFigure(before)} already.`);
  const typed = file ?? code;
  const found = await (typed ? findTyped(redis, typed) : first(redis, Number(top) - before));
  for (const [other, { length }] of Map.groupBy(found, ({ member }) => member.wave)) {
    const of = `${figure(length)} of these ${length === 1 ? 'is' : 'are'}`;
    if (other) console.log(`${of} in wave ${other} already.`);
  }
  const waiting = found.filter(({ position }) => position !== undefined);
  if (waiting.length === 0) return console.log('Nobody was admitted.');

  const positions = waiting.map(({ position = 0 }) => position).sort((a, b) => a - b);
  const [front, back] = [positions[0], positions.at(-1)].map((position = 0) => figure(position));
  const agreed = waiting.filter(({ member }) => member.consent).length;
  const whom = membersFigure(waiting.length);
  console.log(`${whom}, from position ${front} to ${back}; ${figure(agreed)} agreed to texts.\n`);
  await confirm(session, `Admit ${whom} as ${wave}`);
  let inWave = before;
  for (const step of pagesOf(waiting, STEP)) {
    const done = await admitMembers(redis, wave, top ?? step.map(({ code }) => code));
    if ('unreadable' in done) throw new BadInput(`The record of ${done.unreadable} is unreadable.`);
    ({ inWave } = done);
  }
  console.log(`${wave} has ${membersFigure(inWave)} now.`);
}

/** The first `count` members in the queue; none for 0 or less. */
async function first(redis: Redis, count: number): Promise<Found[]> {
  const waiting = await redis.zcard(KEYS.queue);
  if (count > waiting) {
    throw new BadInput(`${figure(count)} are missing, and only ${figure(waiting)} are waiting.`);
  }
  const found = await Array.fromAsync(readRange(redis, 'queue', { to: count }));
  return found.flat().map(readable);
}

/** How many are in a wave. Throws BadInput, naming the waves there are, where nobody is. */
export async function countIn(redis: Redis, wave: string): Promise<number> {
  const count = Number((await redis.hget<string>(KEYS.waves, wave)) ?? 0);
  if (count > 0) return count;
  const waves = (await redis.hkeys(KEYS.waves)).map(printable).sort();
  throw new BadInput(`No wave is ${printable(wave)}; there are: ${waves.join(', ') || 'none'}.`);
}

async function putBack(session: Session, wave: string) {
  const { redis } = session;
  const whom = membersFigure(await countIn(redis, wave));
  await confirm(session, `Put the ${whom} of ${wave} back into the queue`);
  const admitted = (await Array.fromAsync(readRange(redis, 'admitted'))).flat();
  const codes = admitted.filter(({ member }) => member?.wave === wave).map(({ code }) => code);
  let back = 0;
  for (const step of pagesOf(codes, STEP)) back += await undoWave(redis, wave, step);
  console.log(`${membersFigure(back)} of ${wave} wait in the queue again.`);
}
