import { createInterface } from 'node:readline/promises';
import type { Redis } from '@upstash/redis';
import { BadInput, Declined, INTERRUPTED } from './ending.ts';

/** What every command is given besides its own arguments. */
export interface Session {
  redis: Redis;
  /** For people: "hosted, eu1-nice-cat-12345.upstash.io" or "local, .data/redis (redis-server 7.0.15)". */
  database: string;
  /** Whether --yes answers every question. */
  yes?: boolean;
}

/** Asks whether to do something, on stderr; resolves when the answer is yes, at once with --yes. */
export async function confirm({ yes, database }: Session, act: string): Promise<void> {
  if (yes) return;
  const question = `${act} (${database})?`;
  if (!process.stdin.isTTY) {
    throw new BadInput(`${question} Nobody is here to answer: add --yes if you mean it.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // The terminal hands Ctrl-C over as a key here, and sends no signal.
  terminal.once('SIGINT', () => process.exit(INTERRUPTED));
  const answer = await new Promise<string>((resolve) => {
    terminal.once('close', () => resolve('')); // Ctrl-D.
    terminal.question(`${question} [y/N] `).then(resolve);
  });
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new Declined();
}
