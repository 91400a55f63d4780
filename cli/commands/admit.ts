import {
  type AdmitResult,
  admitCodes,
  admitNext,
  STEP,
  undoWave,
} from '../../netlify/queue/admit-members.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import { WAVE } from '../../netlify/queue/record.ts';
import { type Candidates, candidatesAmong, candidatesInFront, codesOf } from '../candidates.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { findMember } from '../find-member.ts';
import type { Options, Session } from '../main.ts';
import { progress } from '../progress.ts';
import { figure, peopleFigure } from '../show.ts';
import { codesIn, countOf } from '../waves.ts';

export interface AdmitOptions extends Options {
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
  const { wave, top, code, undo } = options;
  const ways = [file, top, code, undo].filter((way) => way !== undefined);
  if (ways.length !== 1 || (undo === undefined) === (wave === undefined)) {
    throw new BadInput(
      'Say who and into which wave: --top 500 --wave october-1, --code CODE --wave october-1 or FILE --wave october-1; or --undo october-1.',
    );
  }
  if (undo !== undefined) return undoAll(session, undo, options);
  if (!wave || !WAVE.test(wave)) {
    throw new BadInput(
      'A wave is named in small letters, digits, ".", "_" and "-", at most 32 of them, such as october-1.',
    );
  }
  if (top) return admitTop(session, wave, top, options);
  const { redis } = session;
  const codes = file ? await codesOf(file) : [(await findMember(redis, code ?? '')).code];
  return admitSome(session, wave, codes, options);
}

async function admitTop({ redis, database }: Session, wave: string, top: number, { yes }: Options) {
  const before = Number((await redis.hget<string>(KEYS.waves, wave)) ?? 0);
  const missing = top - before;
  if (missing <= 0)
    return console.log(`${wave} has ${peopleFigure(before)} already. Nobody more was let in.`);
  const inLine = await redis.zcard(KEYS.queue);
  if (missing > inLine) {
    throw new BadInput(
      `${wave} has ${figure(before)} of ${figure(top)}, and only ${peopleFigure(inLine)} are in line. Nobody was let in.`,
    );
  }
  if (before) console.log(`${wave} has ${figure(before)} of ${figure(top)} already.`);
  await ask(await candidatesInFront(redis, missing), wave, database, yes);

  const bar = progress('Letting in', missing);
  let inWave = before;
  for (let people = -1; inWave < top && people !== 0; ) {
    const step = readable(await admitNext(redis, wave, top));
    ({ people, inWave } = step);
    bar.add(people);
  }
  bar.end();
  console.log(`${wave} has ${peopleFigure(inWave)} now.`);
}

async function admitSome(
  { redis, database }: Session,
  wave: string,
  given: string[],
  { yes }: Options,
) {
  const { codes, ...candidates } = await candidatesAmong(redis, given);
  const before = given.length - codes.length;
  if (before)
    console.log(`${figure(before)} of them ${before === 1 ? 'was' : 'were'} let in before.`);
  if (codes.length === 0) return console.log('Nobody more was let in.');
  await ask(candidates, wave, database, yes);

  const bar = progress('Letting in', codes.length);
  let inWave = 0;
  for (let start = 0; start < codes.length; start += STEP) {
    const step = readable(await admitCodes(redis, wave, codes.slice(start, start + STEP)));
    inWave = step.inWave;
    bar.add(STEP);
  }
  bar.end();
  console.log(`${wave} has ${peopleFigure(inWave)} now.`);
}

async function ask(
  { people, first, last, agreed }: Candidates,
  wave: string,
  database: string,
  yes?: boolean,
) {
  const where =
    people === 1 ? `position ${figure(first)}` : `positions ${figure(first)} to ${figure(last)}`;
  console.log(`${peopleFigure(people)}, ${where}; ${figure(agreed)} agreed to texts.\n`);
  await confirm(`Let ${peopleFigure(people)} in as ${wave} (${database})?`, yes);
}

function readable(result: AdmitResult) {
  if (result.outcome === 'admitted') return result;
  throw new BadInput(
    `The record of ${result.code} cannot be read: npm run waitlist -- verify says more. Whoever stands before was let in.`,
  );
}

async function undoAll({ redis, database }: Session, wave: string, { yes }: Options) {
  const count = await countOf(redis, wave);
  const whom = peopleFigure(count);
  await confirm(
    `Put the ${whom} of ${wave} back in line, with the score they have (${database})?`,
    yes,
  );
  const codes = await codesIn(redis, wave);
  const bar = progress('Putting back', codes.length);
  let back = 0;
  for (let start = 0; start < codes.length; start += STEP) {
    back += await undoWave(redis, wave, codes.slice(start, start + STEP));
    bar.add(STEP);
  }
  bar.end();
  console.log(`${peopleFigure(back)} of ${wave} ${back === 1 ? 'is' : 'are'} back in line.`);
}
