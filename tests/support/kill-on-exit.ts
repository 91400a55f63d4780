import { spawn } from 'node:child_process';

/**
 * Ends another process, and removes a folder, once this one has ended, also by a SIGKILL, which runs no
 * handler. Returns the function that calls it off.
 */
export function killOnExit(pid: number | undefined, folder = ''): () => void {
  // Our end of the pipe closes with us, which ends `cat`.
  const guard = spawn('sh', ['-c', 'cat; kill "$1"; rm -rf "$2"', 'sh', `${pid}`, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C goes to a whole process group.
  });
  guard.unref();
  return () => guard.kill();
}
