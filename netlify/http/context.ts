import type { Context } from '@netlify/functions';
import ipaddr from 'ipaddr.js';
import { keysOf } from '../queue/keys.ts';
import { type Counter, readRateLimits } from '../queue/rate-limits.ts';
import { connectRedis, type WaitlistRedis } from '../queue/redis.ts';
import type { Waitlist } from '../queue/waitlist-script.ts';

/** What our functions use of Netlify's context. */
export type Platform = Pick<Context, 'ip'> & { deploy: Pick<Context['deploy'], 'context'> };

/**
 * Made once per instance of a function. Gives each request its waitlist, with the limit for its IP; throws
 * Unavailable if a variable is missing or wrong.
 */
export function createContext(env: NodeJS.ProcessEnv = process.env) {
  let redis: WaitlistRedis | undefined;
  return ({ ip, deploy }: Platform, counter: Counter): Waitlist => {
    redis ??= connectRedis(env);
    // Signups on a deploy preview or branch deploy stay off the real waitlist.
    const keys = keysOf(deploy.context === 'production' ? 'waitlist' : 'waitlist-preview');
    const { windowSeconds, [counter]: requests } = readRateLimits(env);
    const limit = { key: keys[counter](rateLimitKeyOf(ip)), requests, windowSeconds };
    return { redis, keys, limit: requests > 0 ? limit : undefined };
  };
}

/**
 * What the limits count requests by: an IPv4 address, also if it's written as IPv6; the /56 of an IPv6
 * address, because one home or small server can have that many addresses.
 */
export function rateLimitKeyOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const [withoutZone] = address.toString().split('%');
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone}/56`)}/56`;
}
