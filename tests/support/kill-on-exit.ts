import { spawn } from 'node:child_process';

/**
 * Ends another process and removes a folder after this process has ended, even by SIGKILL, which runs
 * no handlers. Returns a function that cancels it.
 */
export function killOnExit(pid: number | undefined, folder = ''): () => void {
  // Our end of the pipe closes when this process ends, which ends `cat`.
  const guard = spawn('sh', ['-c', 'cat; kill "$1"; rm -rf "$2"', 'sh', `${pid}`, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C goes to a whole process group.
  });
  guard.unref();
  return () => guard.kill();
}
