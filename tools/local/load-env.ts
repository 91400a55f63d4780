import { existsSync } from 'node:fs';

/**
 * Loads .env for a server on this laptop, less the database that it names: a trial signup must not
 * join the hosted list. Variables that the process was started with count as they are.
 */
export function loadServerEnv() {
  if (process.env.npm_lifecycle_event) endWithParent();
  // loadEnvFile leaves alone what is set, even to nothing; nothing means the local list.
  process.env.UPSTASH_REDIS_REST_URL ??= '';
  process.env.UPSTASH_REDIS_REST_TOKEN ??= '';
  if (existsSync('.env')) process.loadEnvFile();
}

/** npm passes SIGTERM to its shell only, which ends without its program. */
function endWithParent() {
  const { ppid } = process;
  // 1 adopts a process whose parent has ended, here before this line was reached.
  const end = () => (process.ppid !== ppid || ppid === 1) && process.exit();
  setInterval(end, 200).unref();
}
