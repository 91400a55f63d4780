import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import { startWaitlist } from './waitlist.ts';

/** A test file's waitlist and folder, and ways to run commands on it. */
export async function setUpCommands() {
  const waitlist = await startWaitlist();
  const { faults } = waitlist;
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  Object.assign(process.env, waitlist.env, { SITE_URL: 'https://fabio.example' });
  beforeEach(() => {
    // As Upstash responds to more than 1 MB.
    const refusal = { status: 400, body: { error: 'ERR max request size exceeded' } };
    faults.inject = async (request, execute) =>
      Buffer.byteLength(JSON.stringify(request)) > 1_000_000 ? refusal : execute();
    vi.unstubAllEnvs();
  });
  afterAll(async () => {
    await waitlist.stop();
    rmSync(folder, { recursive: true });
  });

  /** Runs a command in this process without a terminal; `args` may contain spaces. */
  async function ask(command: string, ...args: string[]) {
    const ended = { code: 0, stdout: '', stderr: '' };
    const { stdout, stderr } = process;
    const writes = [stdout.write, stderr.write] as const;
    for (const stream of ['stdout', 'stderr'] as const) {
      process[stream].write = (text: unknown) => {
        ended[stream] += text;
        return true;
      };
    }
    const { env } = process;
    const open = async ({ local: isLocal }: { local: boolean }) => ({ name: 'test', isLocal, env });
    ended.code = await main([...command.split(' '), ...args], open);
    process.exitCode = 0;
    [stdout.write, stderr.write] = writes;
    return ended;
  }

  /** Like `ask`, with a yes to each question. */
  const run: typeof ask = (command, ...args) => ask(`--yes ${command}`, ...args);

  return {
    ...waitlist,
    ask,
    run,
    /** Runs a command that has to fail with this sentence, and without a stack. */
    async fails(command: string, sentence: string) {
      const { code, stderr } = await ask(command);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
      expect(stderr).not.toMatch(/^ +at /m);
      return stderr;
    },
    /** What a command prints to stdout. */
    output: async (...args: Parameters<typeof ask>) => (await run(...args)).stdout,
    /** The path of a file that is removed after the tests; writes the content, if any. */
    file(name: string, content?: string | Buffer) {
      const path = join(folder, name);
      if (content !== undefined) writeFileSync(path, content);
      return path;
    },
  };
}
