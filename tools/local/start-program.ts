import { spawn } from 'node:child_process';
import { join, relative, resolve } from 'node:path';

type Options = { cwd?: string; env?: NodeJS.ProcessEnv; stdio?: ('ignore' | 'pipe' | 'inherit')[] };

/** Starts a program that ends with this process, even if SIGKILL ends it, which runs no handlers. */
export function startProgram(program: string, args: string[], options: Options = {}) {
  const { stdio = ['ignore', 'ignore', 'ignore'], ...rest } = options;
  // Our end of the pipe closes when this process ends, which ends `cat`.
  const script = '(cat <&3; kill $$ 2>/dev/null) & exec "$0" "$@"';
  const child = spawn('sh', ['-c', script, program, ...args], {
    ...rest,
    stdio: [...stdio, 'pipe'],
    // Ctrl-C goes to a whole process group, and would stop Redis in the middle of a request.
    detached: true,
  });
  child.once('exit', () => child.stdio[3]?.destroy());
  return child;
}

/** Starts a Redis on the data in `dir`; its log is redis.log there. */
export function startRedis(program: string, dir: string) {
  const child = startProgram(program, [resolve('tools/local/redis.conf')], { cwd: dir });
  // Relative, because a socket's path can't exceed 103 bytes.
  return { child, path: relative('.', join(dir, 'redis.sock')) };
}
