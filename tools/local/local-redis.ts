import { spawnSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { startProgram } from './start-program.ts';

/** The name of the server on the PATH, if there is one. */
export function findRedisServer(): string | undefined {
  const programs = ['redis-server', 'valkey-server'];
  return programs.find((name) => spawnSync(name, ['--version']).status === 0);
}

/** Starts `program` on the data in `dir` until this process ends. Its log is redis.log there. */
export function startRedis(program: string, dir: string) {
  const child = startProgram(program, [resolve('tools/local/redis.conf')], { cwd: dir });
  // Relative, because a socket's path can't exceed 103 bytes.
  return { child, path: relative('.', join(dir, 'redis.sock')) };
}
