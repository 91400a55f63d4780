import type { Context } from '@netlify/functions';
import ipaddr from 'ipaddr.js';
import { keysOf } from '../queue/keys.ts';
import { type Counter, readRateLimits } from '../queue/rate-limits.ts';
import { connectRedis, type WaitlistRedis } from '../queue/redis.ts';
import type { LimitedWaitlist } from '../queue/waitlist-script.ts';

/** What our functions use of Netlify's context. */
export type Platform = Pick<Context, 'ip'> & { deploy: Pick<Context['deploy'], 'context'> };

/**
 * One for each instance of a function: gives a request its waitlist, with the limit that its address has.
 * What it returns throws Unavailable if a variable is missing or wrong.
 */
export function createContext(env: NodeJS.ProcessEnv = process.env) {
  let redis: WaitlistRedis | undefined;
  return ({ ip, deploy }: Platform, counter: Counter | 'none'): LimitedWaitlist => {
    redis ??= connectRedis(env);
    // A deploy preview or branch deploy signs nobody up to the real waitlist.
    const keys = keysOf(deploy.context === 'production' ? 'waitlist' : 'waitlist-preview');
    if (counter === 'none') return { redis, keys, limit: undefined };
    const { windowSeconds, [counter]: requests } = readRateLimits(env);
    return {
      redis,
      keys,
      limit: { key: keys[counter](rateLimitKeyOf(ip)), requests, windowSeconds },
    };
  };
}

/**
 * What the limits count for an address: an IPv4 address itself, also if it is written as IPv6; of an IPv6
 * address its /56, since a home or a small server gets up to that many addresses.
 */
export function rateLimitKeyOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const [withoutZone] = address.toString().split('%');
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/56`)}/56`;
}
