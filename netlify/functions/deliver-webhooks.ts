import type { Config } from '@netlify/functions';
import { toFailure } from '../http/response.ts';
import { deliverEvents } from '../queue/deliver-events.ts';
import { keysOf } from '../queue/keys.ts';
import { connectRedis } from '../queue/redis.ts';
import { readReceiver } from '../queue/webhook.ts';

/** Netlify runs it on the published deploy only. */
export const config: Config = { schedule: '* * * * *' };

/** Delivers the real list's events if webhooks are on, and logs how many. Never throws. */
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
