import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What npm runs, after the word `node`. */
const SCRIPT = packageJson.scripts.waitlist.split(' ').slice(1);

/** Compiled once for all tests: half of the time of a short command. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'waitlist-cli-compiled');

export interface CliRun {
  /** The exit code; null for one that a signal ended. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts `npm run waitlist -- …` as a process of its own, without a terminal. */
export function startCli(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [...SCRIPT, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, ended: collect(child) };
}

/** As startCli, waiting for its end. */
export function runCli(env: Record<string, string>, ...args: string[]): Promise<CliRun> {
  return startCli(env, ...args).ended;
}

function collect(child: ChildProcess): Promise<CliRun> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
