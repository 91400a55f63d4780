import type { Context } from '@netlify/functions';
import ipaddr from 'ipaddr.js';
import type { Limit } from '../queue/join-queue.ts';
import { attemptsKey, keysOf } from '../queue/keys.ts';
import { connectRedis } from '../queue/redis.ts';
import type { Waitlist } from '../queue/script.ts';
import { Unavailable } from '../queue/unavailable.ts';
import { hasWebhooks } from '../queue/webhook.ts';

export type Platform = Pick<Context, 'ip' | 'waitUntil'> & {
  deploy: Pick<Context['deploy'], 'context'>;
};

/** Signups on a deploy preview or branch deploy stay off the real waitlist. */
const listOf = ({ deploy }: Platform) =>
  deploy.context === 'production' ? 'waitlist' : 'waitlist-preview';

/** A request's waitlist; only the real one has webhooks. Throws Unavailable if a variable is missing or wrong. */
export function waitlistOf(platform: Platform): Waitlist {
  const list = listOf(platform);
  const webhooks = list === 'waitlist' && hasWebhooks(process.env);
  return { redis: connectRedis(), keys: keysOf(list), webhooks };
}

/**
 * The limit of signups for a request's IP: WAITLIST_RATE_LIMIT in ten minutes; undefined if it's 0. By default 50, because
 * many people share a carrier's IPv4, and a post may travel among them. Throws Unavailable if it isn't a whole number.
 */
export function limitOf(platform: Platform, env: NodeJS.ProcessEnv): Limit | undefined {
  const requests = Number(env.WAITLIST_RATE_LIMIT?.trim() || 50);
  if (!Number.isInteger(requests) || requests < 0 || requests > 1_000_000) {
    const rule = 'a whole number from 0 to 1000000';
    throw new Unavailable(`WAITLIST_RATE_LIMIT must be ${rule}: see .env.example`);
  }
  const key = attemptsKey(listOf(platform), rateLimitKeyOf(platform.ip));
  return requests > 0 ? { key, requests } : undefined;
}

/** The IPv4, even if it's written as IPv6, or the /56 of an IPv6, since one home can have all of a /56. */
export function rateLimitKeyOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/56`)}/56`;
}
