import { Unavailable } from './redis.ts';

/** How many requests one address may send in a window of time. */
interface RateLimits {
  /** Attempts to join; 0 for no limit. */
  attempts: number;
  /** Requests to all other functions; 0 for no limit. */
  statusRequests: number;
  windowSeconds: number;
}

/** What a request counts as. */
export type Counter = Exclude<keyof RateLimits, 'windowSeconds'>;

/** The limit that holds for a request: the key of its counter, and how many that may count in a window. */
export interface Limit {
  key: string;
  /** 0 for no limit. */
  requests: number;
  windowSeconds: number;
}

/** A campus behind one address looks more often than it joins. */
const STATUS_LIMIT = 60;

/**
 * WAITLIST_RATE_LIMIT (attempts per address, 0 for no limit at all) and WAITLIST_RATE_WINDOW_SECONDS.
 * Twenty in ten minutes lets a dormitory join through one address and stops a script.
 * Throws Unavailable, naming the variable that isn't a whole number.
 */
export function readRateLimits(env: NodeJS.ProcessEnv): RateLimits {
  const attempts = readNumber(env, 'WAITLIST_RATE_LIMIT', 20, [0, 1_000_000]);
  return {
    attempts,
    statusRequests: attempts === 0 ? 0 : STATUS_LIMIT,
    // A day at most, so that no address is remembered for longer.
    windowSeconds: readNumber(env, 'WAITLIST_RATE_WINDOW_SECONDS', 600, [1, 86_400]),
  };
}

type Range = [min: number, max: number];

function readNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, range: Range): number {
  const [min, max] = range;
  const text = env[name]?.trim();
  if (!text) return fallback;
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Unavailable(`${name} must be a whole number from ${min} to ${max}: see .env.example`);
}
