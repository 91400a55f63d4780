import { Unavailable } from './redis.ts';

/** How often one address may try, and in which time. */
export interface Settings {
  /** Attempts, or status requests, in a window; 0 for no limit. */
  limit: number;
  windowSeconds: number;
}

/**
 * WAITLIST_RATE_LIMIT (attempts per address, 0 for no limit) and WAITLIST_RATE_WINDOW_SECONDS.
 * Twenty in ten minutes lets a dormitory join through one address and stops a script.
 * Throws Unavailable, naming the variable that is no whole number.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return {
    limit: readNumber(env, 'WAITLIST_RATE_LIMIT', 20, [0, 1_000_000]),
    // A day at most, so that no address is remembered for longer.
    windowSeconds: readNumber(env, 'WAITLIST_RATE_WINDOW_SECONDS', 600, [1, 86_400]),
  };
}

type Range = [least: number, most: number];

function readNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, range: Range): number {
  const [least, most] = range;
  const text = env[name]?.trim();
  if (!text) return fallback;
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Unavailable(
    `${name} must be a whole number from ${least} to ${most}: see .env.example`,
  );
}
