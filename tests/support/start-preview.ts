import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../tools/local/listen.ts';
import { startProgram } from '../../tools/local/start-program.ts';

/** Starts a preview of the site built in `cwd` on a free port, until this process ends; resolves once it responds. */
export async function startPreview(
  env: Record<string, string>,
  cwd = join(import.meta.dirname, '../..'),
) {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = startProgram(process.execPath, ['tools/local/preview.ts', '--port', `${port}`], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await fetch(origin).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('the preview ended');
    await sleep(50);
  }
  return { origin };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { url, close } = await listen(() => {});
  await close();
  return Number(new URL(url).port);
}
