import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, vi } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { KEYS } from '../../netlify/queue/keys.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Person, someone, startWaitlist } from './waitlist.ts';

/** What npm runs, after the word `node`. */
const SCRIPT = packageJson.scripts.waitlist.split(' ').slice(1);

/** Compiled once for all tests: half of the time of a short command. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'waitlist-cli-compiled');

/** A waitlist and a folder for all tests of a file, and ways to run the commands on it. */
export async function setUpWaitlist() {
  const waitlist = await startWaitlist();
  const { redis, upstash, faults } = waitlist;
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  afterEach(() => {
    faults.intercept = undefined;
  });
  afterAll(async () => {
    await waitlist.stop();
    rmSync(folder, { recursive: true });
  });

  /** Starts `npm run waitlist -- …` as a process of its own, without a terminal. */
  function start(args: string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [...SCRIPT, ...args], {
      env: { ...process.env, NODE_COMPILE_CACHE, ...waitlist.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const code = new Promise<number | null>((resolve) => child.once('close', resolve));
    const texts = [text(child.stdout), text(child.stderr), code] as const;
    const ended = Promise.all(texts).then(([stdout, stderr, code]) => ({ stdout, stderr, code }));
    return { child, ended };
  }
  const joinAs = (given: Partial<Person> = {}) => joinQueue(upstash, someone(given));
  return {
    ...waitlist,
    start,
    /** As `start`, waiting for its end. */
    run: (args: string[], env?: Record<string, string>) => start(args, env).ended,
    /** What a command in this process is given. */
    session: { redis: upstash, database: 'test', yes: true },
    /** The path of a file in a folder that goes after the tests. */
    file: (name: string) => join(folder, name),
    join: joinAs,
    /** Code -> score, in queue order. */
    async scores(): Promise<Map<string, number>> {
      const flat = await redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES');
      return new Map(flat.flatMap((code, i) => (i % 2 ? [] : [[code, Number(flat[i + 1])]])));
    },
  };
}

/** Runs one command in this process, which is quicker; what it throws is thrown. */
export async function printed(command: () => Promise<void>) {
  const lines: string[] = [];
  const print = (line: unknown) => void lines.push(String(line));
  const streams = ['log', 'error'] as const;
  const spies = streams.map((name) => vi.spyOn(console, name).mockImplementation(print));
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
