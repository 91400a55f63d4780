import {
  admitFirst,
  admitMembers,
  BATCH_SIZE,
  undoWave,
} from '../../netlify/queue/admit-members.ts';
import { acceptsTexts, WAVE } from '../../netlify/queue/record.ts';
import { BadInput } from '../errors.ts';
import { findMembers, type RankedMember, requireMember } from '../find-member.ts';
import { formatMembers, formatNumber } from '../format.ts';
import { type FullWaitlist, pagesOf } from '../members.ts';
import { readPositions, readWave } from '../queue-order.ts';
import { confirm, type Session } from '../session.ts';

interface AdmitOptions {
  wave?: string;
  top?: number;
  undo?: string;
}

export async function admit(session: Session, input: string | undefined, options: AdmitOptions) {
  const { wave = '', top, undo } = options;
  if ([input, top, undo].filter((option) => option !== undefined).length !== 1) {
    throw new BadInput('Say who: --top 500, a member or a file of them; or --undo WAVE.');
  }
  if (undo !== undefined) return putBack(session, undo);
  if (!WAVE.test(wave)) {
    throw new BadInput(
      'Name the wave in lowercase letters, digits and -, such as --wave october-1.',
    );
  }
  const before = Number((await session.redis.hget<string>(session.keys.waves, wave)) ?? 0);
  if (before) console.log(`${wave} has ${formatMembers(before)} already.`);
  const found =
    input !== undefined
      ? await findMembers(session, input)
      : await readFirst(session, Number(top) - before);
  const waiting = found.filter(({ position }) => position);
  const others = found.length - waiting.length;
  if (others) console.log(`Already admitted: ${formatMembers(others)}.`);
  if (!waiting.length) return console.log('No members admitted.');

  const positions = waiting.map(({ position = 0 }) => position).sort((a, b) => a - b);
  const [first, last] = [positions[0] ?? 0, positions.at(-1) ?? 0].map(formatNumber);
  const agreed = formatNumber(waiting.filter(({ member }) => acceptsTexts(member)).length);
  const whom = formatMembers(waiting.length);
  console.log(`${whom}, from position ${first} to ${last}; ${agreed} agreed to texts.\n`);
  await confirm(session, `Admit ${whom} as ${wave}`);
  let inWave = before;
  for (const batch of pagesOf(waiting, BATCH_SIZE)) {
    const codes = batch.map(({ code }) => code);
    const done = await (top ? admitFirst(session, wave, top) : admitMembers(session, wave, codes));
    if ('code' in done) throw new BadInput(`The record of ${done.code} can't be read.`);
    ({ inWave } = done);
  }
  console.log(`${wave} has ${formatMembers(inWave)} now.`);
}

async function readFirst(waitlist: FullWaitlist, count: number): Promise<RankedMember[]> {
  return count > 0 ? (await readPositions(waitlist, 1, count)).map(requireMember) : [];
}

async function putBack(session: Session, wave: string): Promise<void> {
  const codes = (await readWave(session, wave)).map(({ code }) => code);
  await confirm(session, `Put the ${formatMembers(codes.length)} of ${wave} back into the queue`);
  let back = 0;
  for (const page of pagesOf(codes, BATCH_SIZE)) {
    back += await undoWave(session, wave, page);
  }
  console.log(`Put ${formatMembers(back)} of ${wave} back into the queue.`);
}
