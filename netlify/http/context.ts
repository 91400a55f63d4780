import type { Context } from '@netlify/functions';
import ipaddr from 'ipaddr.js';
import { counterKey, keysOf, type RequestCounter } from '../queue/keys.ts';
import { connectRedis } from '../queue/redis.ts';
import type { RequestWaitlist } from '../queue/script.ts';
import { Misconfigured } from '../queue/unavailable.ts';
import { hasWebhooks } from '../queue/webhook.ts';

export type Platform = Pick<Context, 'ip' | 'waitUntil'> & {
  deploy: Pick<Context['deploy'], 'context'>;
};

/** More than signups, since people on a campus with one IP look more often than they join. */
const STATUS_REQUESTS = 60;

/** A request's waitlist, with the limit for its IP. Throws Misconfigured if a variable is missing or wrong. */
export function waitlistOf({ ip, deploy }: Platform, counter: RequestCounter): RequestWaitlist {
  const { env } = process;
  // Signups on a deploy preview or branch deploy stay off the real waitlist, and send no webhooks.
  const isProduction = deploy.context === 'production';
  const list = isProduction ? 'waitlist' : 'waitlist-preview';
  const webhooks = isProduction && hasWebhooks(env);
  const { windowSeconds, [counter]: requests } = readRateLimits(env);
  const key = counterKey(list, counter, rateLimitKeyOf(ip));
  const limit = requests > 0 ? { key, requests, windowSeconds } : undefined;
  return { redis: connectRedis(env), keys: keysOf(list), webhooks, limit };
}

/**
 * How many requests of each kind one IP may send per window: WAITLIST_RATE_LIMIT attempts (0 for no limits)
 * per WAITLIST_RATE_WINDOW_SECONDS. The default, 20 in ten minutes, lets a dormitory join but stops a bot.
 * Throws Misconfigured, naming the variable that isn't a whole number in its range.
 */
export function readRateLimits(env: NodeJS.ProcessEnv) {
  const read = (name: string, fallback: number, min: number, max: number) => {
    const number = Number(env[name]?.trim() || fallback);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    throw new Misconfigured(
      `${name} must be a whole number from ${min} to ${max}: see .env.example`,
    );
  };
  const attempts = read('WAITLIST_RATE_LIMIT', 20, 0, 1_000_000);
  // At most a day, so that no IP is stored for longer.
  const windowSeconds = read('WAITLIST_RATE_WINDOW_SECONDS', 600, 1, 86_400);
  return { attempts, 'status-requests': attempts && STATUS_REQUESTS, windowSeconds };
}

/** The IPv4, even if it's written as IPv6, or the /56 of an IPv6, since one home can have all of a /56. */
export function rateLimitKeyOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/56`)}/56`;
}
