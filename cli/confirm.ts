import { createInterface } from 'node:readline/promises';
import { BadInput, Declined, INTERRUPTED } from './ending.ts';
import type { Session } from './main.ts';

/**
 * Asks on stderr before something changes; resolves when the answer is yes, at once where --yes
 * said so already. Throws Declined for any other answer, and BadInput where nobody is there to answer.
 */
export async function confirm({ yes }: Session, question: string): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) {
    throw new BadInput(`${question} Nobody is here to answer: add --yes if you mean it.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      // The terminal hands Ctrl-C over as a key here, and sends no signal.
      terminal.once('SIGINT', () => process.exit(INTERRUPTED));
      terminal.once('close', () => reject(new Declined())); // Ctrl-D.
      terminal.question(`${question} [y/N] `).then(resolve, reject);
    });
    if (!/^y(es)?$/i.test(answer.trim())) throw new Declined();
  } finally {
    terminal.close();
  }
}
