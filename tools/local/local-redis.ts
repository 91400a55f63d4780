import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { Unavailable } from '../../netlify/queue/redis.ts';
import { startProgram } from './start-program.ts';

const SETTINGS = fileURLToPath(new URL('redis.conf', import.meta.url));

/** The name of the server on the PATH, if there is one. */
export function findRedisServer(): string | undefined {
  const programs = ['redis-server', 'valkey-server'];
  return programs.find((name) => spawnSync(name, ['--version']).status === 0);
}

/**
 * Runs `program` on the data in `dir` until this process ends; resolves with the path of its socket.
 * Throws Unavailable if it doesn't start.
 */
export async function startRedis(program: string, dir: string) {
  const child = startProgram(program, [SETTINGS], { cwd: dir });
  const failure = once(child, 'exit').then(() => {
    throw new Unavailable(`${program} did not start; ${join(dir, 'redis.log')} says why.`);
  });
  // Relative, because a socket's path can't exceed 103 bytes.
  const path = relative('.', join(dir, 'redis.sock'));
  const client = new Redis({ path, retryStrategy: () => 5, maxRetriesPerRequest: null });
  client.on('error', () => {}); // Until its socket is there.
  await Promise.race([client.ping(), failure]).finally(() => client.disconnect());
  return { child, path };
}
