import type { Config } from '@netlify/functions';
import { toFailure } from '../http/response.ts';
import { deliverEvents } from '../queue/deliver-events.ts';
import { keysOf } from '../queue/keys.ts';
import { connectRedis } from '../queue/redis.ts';
import { readReceiver } from '../queue/webhook.ts';

/** Netlify runs this every minute, on the published deploy only. */
export const config: Config = { schedule: '* * * * *' };

/** If webhooks are on, delivers the real list's events and logs how many were done or failed. Never throws. */
export default async function deliverWebhooks(): Promise<void> {
  const log = (line: object) =>
    console.log(JSON.stringify({ function: 'deliver-webhooks', ...line }));
  try {
    const receiver = readReceiver(process.env);
    if (!receiver) return;
    const waitlist = { redis: connectRedis(), keys: keysOf('waitlist') };
    const delivery = await deliverEvents(waitlist, receiver);
    if (delivery.done || delivery.failed) log(delivery);
  } catch (error) {
    const { code: outcome, cause } = toFailure(error);
    log({ outcome, cause });
  }
}
