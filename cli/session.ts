import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import type { keysOf } from '../netlify/queue/keys.ts';
import { BadInput } from './errors.ts';
import type { FullWaitlist } from './members.ts';

export interface Session extends FullWaitlist {
  /** Its name for operators: "hosted, eu1-nice-cat-12345.upstash.io, webhooks off". */
  database: string;
  isLocal: boolean;
  list: Parameters<typeof keysOf>[0];
  yes?: boolean | undefined;
}

/** Asks on stderr; throws BadInput unless the answer is yes. */
export async function confirm(
  { yes, database }: Pick<Session, 'yes' | 'database'>,
  act: string,
): Promise<void> {
  if (yes) return;
  const question = `${act} (${database})?`;
  if (!process.stdin.isTTY) {
    throw new BadInput(`${question} Not a terminal. Pass --yes to confirm.`);
  }
  await discardTypedKeys();
  process.stderr.write(`${question} (y/N) `);
  const lines = createInterface({ input: process.stdin });
  // Ctrl-D ends the input without a line.
  const { value = '' } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (!/^\s*y(es)?\s*$/i.test(value)) throw new BadInput('Nothing was changed.');
}

/** Drops what was typed before the question; raw mode also delivers a line without Enter. */
async function discardTypedKeys(): Promise<void> {
  process.stdin.setRawMode(true).resume();
  // Node has read the terminal by the second one.
  await setImmediate();
  await setImmediate();
  process.stdin.setRawMode(false).pause();
}
