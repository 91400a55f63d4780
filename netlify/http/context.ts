import type { Context } from '@netlify/functions';
import ipaddr from 'ipaddr.js';
import { keysOf } from '../queue/keys.ts';
import { type Counter, readRateLimits } from '../queue/rate-limits.ts';
import { connectRedis, type WaitlistRedis } from '../queue/redis.ts';
import type { LimitedWaitlist } from '../queue/script.ts';
import { hasWebhooks } from '../queue/webhook.ts';

/** The part of Netlify's context that our functions use. */
export type Platform = Pick<Context, 'ip' | 'waitUntil'> & {
  deploy: Pick<Context['deploy'], 'context'>;
};

/**
 * Called once per instance of a function. Returns a function that gives each request its waitlist, with the
 * limit for its IP, and throws Unavailable if a variable is missing or wrong.
 */
export function createContext(env: NodeJS.ProcessEnv = process.env) {
  let redis: WaitlistRedis | undefined;
  return ({ ip, deploy }: Platform, counter: Counter): LimitedWaitlist => {
    redis ??= connectRedis(env);
    // Signups on a deploy preview or branch deploy stay off the real waitlist, and send no webhooks.
    const isProduction = deploy.context === 'production';
    const keys = keysOf(isProduction ? 'waitlist' : 'waitlist-preview');
    const webhooks = isProduction && hasWebhooks(env);
    const { windowSeconds, [counter]: requests } = readRateLimits(env);
    const limit = { key: keys[counter](rateLimitKeyOf(ip)), requests, windowSeconds };
    return { redis, keys, webhooks, limit: requests > 0 ? limit : undefined };
  };
}

/**
 * The limits count requests per IPv4 (even if written as IPv6), or per IPv6 /56, because one home or small
 * server can have a whole /56.
 */
export function rateLimitKeyOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const [withoutZone] = address.toString().split('%');
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/56`)}/56`;
}
