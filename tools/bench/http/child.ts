import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** What it said when it was ready. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Runs a file of this folder in a process of its own, as the services are in production, so that
 * none of them waits for the client that measures. It ends with this one, however this one ends.
 */
export async function startChild(file: string, env: NodeJS.ProcessEnv): Promise<Child> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    env: { ...process.env, ...env },
    // The function writes a line for each request; that is part of its work, and read by nobody.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const ready = once(child, 'message').then(([url]) => String(url));
  const url = await Promise.race([ready, ended.then(() => undefined)]);
  if (!url) throw new Error(`${file} did not start.`);
  return {
    url,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** For the child: says where it is, and ends when the other process does. */
export function tellParent(url: string): void {
  // A terminal's Ctrl-C reaches both, and this one would leave its files behind.
  process.on('SIGINT', () => {});
  process.once('disconnect', () => process.exit());
  process.send?.(url);
}
