import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import type { Session } from '../../cli/waitlist.ts';
import { startWaitlist, type Waitlist } from './waitlist.ts';

/** A waitlist for all tests of a file, and what a command in this process is given of it. */
export function setUpWaitlist() {
  const used = {} as { waitlist: Waitlist; session: Session };
  beforeAll(async () => {
    used.waitlist = await startWaitlist();
    used.session = { redis: used.waitlist.upstash, database: 'test' };
  });
  afterEach(() => {
    used.waitlist.faults.intercept = undefined;
  });
  afterAll(() => used.waitlist.stop());
  return used;
}

/** Runs one command in this process, which is quicker; what it throws is thrown. */
export async function printed(command: () => Promise<void>) {
  const lines: string[] = [];
  const print = (line: unknown) => void lines.push(String(line));
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print),
    vi.spyOn(console, 'error').mockImplementation(print),
  ];
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await command();
    return { code: process.exitCode, text: `${lines.join('\n')}\n` };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}
