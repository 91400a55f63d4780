import { admitMembers, BATCH_SIZE, undoWave } from '../../netlify/queue/admit-members.ts';
import { acceptsTexts, WAVE } from '../../netlify/queue/record.ts';
import { formatNumber } from '../../src/waitlist/shared/labels.ts';
import { batchesWithProgress } from '../batches.ts';
import { findRecords } from '../find-member.ts';
import { formatMembers } from '../format.ts';
import { readMembers, readPositions, readWave, requireReadable } from '../members.ts';
import { BadInput, confirm, type Session } from '../session.ts';

export async function admit(
  session: Session,
  input: string | undefined,
  { wave = '', top, undo }: { wave?: string; top?: number; undo?: string },
) {
  if ([input, top, undo].filter((option) => option !== undefined).length !== 1) {
    throw new BadInput('Specify members: --top N, a member or a file; or --undo WAVE.');
  }
  if (undo !== undefined) return putBack(session, undo);
  if (!WAVE.test(wave)) {
    const rule = 'up to 32 lowercase letters, digits, ., _ and -, the first a letter or digit';
    throw new BadInput(`--wave must be a name such as october-1: ${rule}.`);
  }
  const before = await countWave(session, wave);
  if (before) console.log(`${wave} has ${formatMembers(before)} already.`);
  const { records, fileNote } =
    input === undefined
      ? { records: await readPositions(session, 1, (top ?? 0) - before), fileNote: '' }
      : await findRecords(session, input);
  const members = requireReadable(records);
  const waiting = members.filter(({ position }) => position);
  const others = members.filter(({ position }) => !position);
  for (const [other, all] of Map.groupBy(others, ({ member }) => member.wave)) {
    console.log(`Already ${other ? `in ${other}` : 'admitted'}: ${formatMembers(all.length)}.`);
  }
  if (!waiting.length) return console.log('No members admitted.');

  const positions = waiting.map(({ position = 0 }) => position).sort((a, b) => a - b);
  const [first, last] = [positions[0] ?? 0, positions.at(-1) ?? 0].map(formatNumber);
  const where = first === last ? `at position ${first}` : `from position ${first} to ${last}`;
  const agreed = formatNumber(waiting.filter(({ member }) => acceptsTexts(member)).length);
  const whom = formatMembers(waiting.length);
  console.log(`${whom}, ${where}; ${agreed} agreed to texts.\n`);
  await confirm(session, `Admit ${whom}${fileNote} as ${wave}`, waiting.length);
  const codes = waiting.map(({ code }) => code);
  for (const batch of batchesWithProgress(codes, BATCH_SIZE))
    await admitMembers(session, wave, batch, top);
  console.log(`${wave} has ${formatMembers(await countWave(session, wave))} now.`);
}

const countWave = async ({ redis, keys }: Session, wave: string) =>
  Number((await redis.hget<string>(keys.waves, wave)) ?? 0);

async function putBack(session: Session, wave: string): Promise<void> {
  const codes = await readWave(session, wave);
  const act = `Put the ${formatMembers(codes.length)} of ${wave} back into the queue`;
  await confirm(session, act, codes.length);
  for (const batch of batchesWithProgress(codes, BATCH_SIZE)) await undoWave(session, wave, batch);
  const back = (await readMembers(session, codes)).filter(({ position }) => position);
  console.log(`Put ${formatMembers(back.length)} of ${wave} back into the queue.`);
}
