import { Unavailable } from './redis.ts';

/** How often one address may try, and in which time. */
export interface Settings {
  /** Attempts to join in a window; 0 for no limit. */
  limit: number;
  /** Status requests in a window, leaving among them; 0 for no limit. */
  statusLimit: number;
  windowSeconds: number;
}

/** A campus behind one address looks more often than it joins. */
const STATUS_LIMIT = 60;

/**
 * WAITLIST_RATE_LIMIT (attempts per address, 0 for no limit at all) and WAITLIST_RATE_WINDOW_SECONDS.
 * Twenty in ten minutes lets a dormitory join through one address and stops a script.
 * Throws Unavailable, naming the variable that is no whole number.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const limit = readNumber(env, 'WAITLIST_RATE_LIMIT', 20, [0, 1_000_000]);
  return {
    limit,
    statusLimit: limit === 0 ? 0 : STATUS_LIMIT,
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
