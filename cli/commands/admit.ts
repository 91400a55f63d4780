import { admitMembers, BATCH_SIZE, undoWave } from '../../netlify/queue/admit-members.ts';
import { acceptsTexts, WAVE } from '../../netlify/queue/record.ts';
import { findMembers, requireMember } from '../find-member.ts';
import { formatMembers, formatNumber, printNextDelivery } from '../format.ts';
import { readPositions, readWave } from '../members.ts';
import { sumPages } from '../pages.ts';
import { BadInput, confirm, type Session } from '../session.ts';

interface AdmitOptions {
  wave?: string;
  top?: number;
  undo?: string;
}

export async function admit(session: Session, input: string | undefined, options: AdmitOptions) {
  const { wave = '', top, undo } = options;
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
  const front = top ? await readPositions(session, 1, top - before) : [];
  const { members, from } =
    input === undefined
      ? { members: front.map(requireMember), from: '' }
      : await findMembers(session, input);
  const waiting = members.filter(({ position }) => position);
  const others = members.length - waiting.length;
  if (others) console.log(`Already admitted: ${formatMembers(others)}.`);
  if (!waiting.length) return console.log('No members admitted.');

  const positions = waiting.map(({ position = 0 }) => position).sort((a, b) => a - b);
  const [first, last] = [positions[0] ?? 0, positions.at(-1) ?? 0].map(formatNumber);
  const where = first === last ? `at position ${first}` : `from position ${first} to ${last}`;
  const agreed = formatNumber(waiting.filter(({ member }) => acceptsTexts(member)).length);
  const whom = formatMembers(waiting.length);
  console.log(`${whom}, ${where}; ${agreed} agreed to texts.\n`);
  await confirm(session, `Admit ${whom}${from} as ${wave}`);
  await sumPages(waiting, BATCH_SIZE, (batch) => {
    const codes = batch.map(({ code }) => code);
    return admitMembers(session, wave, codes, top);
  });
  console.log(`${wave} has ${formatMembers(await countWave(session, wave))} now.`);
  if (!session.webhooks) return;
  printNextDelivery(await session.redis.zcard(session.keys.outbox));
}

const countWave = async ({ redis, keys }: Session, wave: string) =>
  Number((await redis.hget<string>(keys.waves, wave)) ?? 0);

async function putBack(session: Session, wave: string): Promise<void> {
  const codes = (await readWave(session, wave)).map(({ code }) => code);
  await confirm(session, `Put the ${formatMembers(codes.length)} of ${wave} back into the queue`);
  const back = await sumPages(codes, BATCH_SIZE, (page) => undoWave(session, wave, page));
  console.log(`Put ${formatMembers(back)} of ${wave} back into the queue.`);
}
