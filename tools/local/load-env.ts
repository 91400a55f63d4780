import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** An assignment, a comment, or nothing. */
const LINE = /^\s*(?:export\s+)?(\w+\s*=|#|$)/;

/** Reads the variables in a .env file. Throws if a line is none, such as `NAME: value`. */
export function readEnv(file: Buffer) {
  // Without a byte order mark, which parseEnv() would read into the first name.
  const text = new TextDecoder().decode(file);
  const wrong = text.split('\n').findIndex((line) => !LINE.test(line));
  if (wrong >= 0) throw new Error(`Line ${wrong + 1} must look like NAME=value.`);
  return parseEnv(text);
}

/** Loads .env, if there is one; variables that are already set win. If it can't be read, ends the process. */
export function loadEnv() {
  if (!existsSync('.env')) return;
  try {
    const variables = readEnv(readFileSync('.env'));
    for (const name in variables) process.env[name] ??= variables[name];
  } catch (error) {
    console.error(`.env can't be read: ${(error as Error).message}`);
    process.exit(1);
  }
}

/**
 * Loads .env for a local server, except for its database and webhook: a trial signup must not join the hosted
 * list, or reach the webhook's receiver. Variables that are already set win.
 */
export function loadServerEnv() {
  process.env.UPSTASH_REDIS_REST_URL ??= '';
  process.env.UPSTASH_REDIS_REST_TOKEN ??= '';
  process.env.WAITLIST_WEBHOOK_URL ??= '';
  process.env.WAITLIST_WEBHOOK_SECRET ??= '';
  loadEnv();
}
