import { existsSync } from 'node:fs';

/**
 * Loads .env for a server on this laptop, less the database that it names: a trial signup must not
 * join the hosted list. Variables that the process was started with count as they are.
 */
export function loadServerEnv() {
  // loadEnvFile leaves alone what is set, even to nothing; nothing means the local list.
  process.env.UPSTASH_REDIS_REST_URL ??= '';
  process.env.UPSTASH_REDIS_REST_TOKEN ??= '';
  if (existsSync('.env')) process.loadEnvFile();
}
