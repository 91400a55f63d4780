import { existsSync } from 'node:fs';

/**
 * Loads .env for a local server, except for its database and webhook: a trial signup must not join the hosted
 * list, or reach the webhook's receiver. Variables that are already set win.
 */
export function loadServerEnv() {
  if (process.env.npm_lifecycle_event) endWithParent();
  // loadEnvFile overwrites no variable, not even an empty one.
  process.env.UPSTASH_REDIS_REST_URL ??= '';
  process.env.UPSTASH_REDIS_REST_TOKEN ??= '';
  process.env.WAITLIST_WEBHOOK_URL ??= '';
  process.env.WAITLIST_WEBHOOK_SECRET ??= '';
  if (existsSync('.env')) process.loadEnvFile();
}

/** npm passes SIGTERM only to its shell, which ends and leaves this process behind. */
function endWithParent() {
  const { ppid } = process;
  // It's 1 if the shell has already ended.
  setInterval(() => (process.ppid !== ppid || ppid === 1) && process.exit(), 200).unref();
}
