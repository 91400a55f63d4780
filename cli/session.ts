import * as prompts from '@clack/prompts';
import { BadInput, Declined, Interrupted } from './exit-codes.ts';
import type { FullWaitlist } from './members.ts';

export interface Session extends FullWaitlist {
  /** As an operator reads it: "hosted, eu1-nice-cat-12345.upstash.io". */
  database: string;
  yes?: boolean | undefined;
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Asks on stderr; throws Declined unless the answer is yes. */
export async function confirm({ yes, database }: Session, act: string): Promise<void> {
  if (yes) return;
  const question = `${act} (${database})?`;
  if (!process.stdin.isTTY) {
    throw new BadInput(`${question} Nobody is here to answer: add --yes if you mean it.`);
  }
  // Escape and Ctrl-C cancel a question by themselves.
  prompts.updateSettings({ aliases: { [CTRL_D]: 'cancel' } });
  let lastKey: string | undefined;
  const noteKey = (key?: string) => {
    lastKey = key;
  };
  process.stdin.on('keypress', noteKey);
  const answer = await prompts.confirm({
    message: question,
    initialValue: false,
    output: process.stderr,
    withGuide: false,
  });
  process.stdin.off('keypress', noteKey);
  // Ctrl-C is a key here and sends no signal.
  if (prompts.isCancel(answer) && lastKey === CTRL_C) throw new Interrupted();
  if (answer !== true) throw new Declined();
}
