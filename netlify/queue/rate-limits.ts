import { Unavailable } from './redis.ts';

/** How many requests one IP may send per window. */
export interface Limit {
  /** Of the counter in Redis. */
  key: string;
  requests: number;
  windowSeconds: number;
}

/** Signups and requests to all other functions are counted separately. */
export type Counter = 'attempts' | 'statusRequests';

/** More than signups, since people on a campus with one IP look more often than they join. */
const STATUS_REQUESTS = 60;

/**
 * How many requests of each kind one IP may send per window: WAITLIST_RATE_LIMIT attempts (0 for no limits)
 * per WAITLIST_RATE_WINDOW_SECONDS. The default, 20 in ten minutes, lets a dormitory join but stops a bot.
 * Throws Unavailable, naming the variable that isn't a whole number in its range.
 */
export function readRateLimits(env: NodeJS.ProcessEnv) {
  const read = (name: string, fallback: number, min: number, max: number) => {
    const number = Number(env[name]?.trim() || fallback);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new Unavailable(`${name} must be a whole number from ${min} to ${max}: see .env.example`);
  };
  const attempts = read('WAITLIST_RATE_LIMIT', 20, 0, 1_000_000);
  // At most a day, so that no IP is stored for longer.
  const windowSeconds = read('WAITLIST_RATE_WINDOW_SECONDS', 600, 1, 86_400);
  return { attempts, statusRequests: attempts && STATUS_REQUESTS, windowSeconds };
}
