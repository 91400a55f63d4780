import { createInterface } from 'node:readline/promises';
import type { Redis } from '@upstash/redis';
import type { Waitlist } from '../netlify/queue/waitlist-script.ts';
import { BadInput, Declined, INTERRUPTED } from './ending.ts';

export interface Session extends Waitlist {
  redis: Redis;
  /** As an operator reads it: "hosted, eu1-nice-cat-12345.upstash.io". */
  database: string;
  yes?: boolean;
}

/** Asks on stderr; throws Declined unless the answer is yes. */
export async function confirm({ yes, database }: Session, act: string): Promise<void> {
  if (yes) return;
  const question = `${act} (${database})?`;
  if (!process.stdin.isTTY) {
    throw new BadInput(`${question} Nobody is here to answer: add --yes if you mean it.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C is a key here and sends no signal.
  terminal.once('SIGINT', () => process.exit(INTERRUPTED));
  const answer = await new Promise<string>((resolve) => {
    terminal.once('close', () => resolve('')); // Ctrl-D.
    terminal.question(`${question} [y/N] `).then(resolve);
  });
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Declined();
}
