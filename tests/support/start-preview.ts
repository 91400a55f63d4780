import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOST = '127.0.0.1';

/** Starts `npm run preview` of a built project on a free port; resolves once it answers. */
export async function startPreview(env: Record<string, string>, root = ROOT) {
  if (!existsSync(`${root}/dist/index.html`)) {
    throw new Error('This needs the built site: run `npm run build` first.');
  }
  const port = await freePort();
  const origin = `http://${HOST}:${port}`;
  const child = spawn(process.execPath, ['tools/local/preview.ts', '--port', String(port)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  let output = '';
  child.stderr.on('data', (chunk) => {
    if (output.length < 10_000) output += chunk;
  });
  while (!(await fetch(origin).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`the preview ended:\n${output}`);
    await sleep(50);
  }
  return {
    origin,
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
