import type { Config } from '@netlify/functions';
import { outcomeOf } from '../http/response.ts';
import { deliverEvents } from '../queue/deliver-events.ts';
import { keysOf } from '../queue/keys.ts';
import { connectRedis } from '../queue/redis.ts';
import { readReceiver } from '../queue/webhook.ts';

/** Netlify runs this every five minutes, on the published deploy only. */
export const config: Config = { schedule: '*/5 * * * *' };

/**
 * If webhooks are on, delivers the real list's events, and logs how many were done or failed. Responds with the
 * same, for a browser that opens it locally. Never throws.
 */
export default async function deliverWebhooks(): Promise<Response> {
  const delivery = await deliver().catch((error) => {
    const { code: outcome, cause } = outcomeOf(error);
    return { outcome, cause };
  });
  const isWorthLogging = !('done' in delivery) || delivery.done || delivery.failed;
  const line = JSON.stringify({ function: 'deliver-webhooks', ...delivery });
  if (isWorthLogging) console.log(line);
  return new Response(line);
}

async function deliver() {
  const receiver = readReceiver(process.env);
  if (!receiver) return { done: 0, failed: 0, cause: 'webhooks are off' };
  return deliverEvents({ redis: connectRedis(), keys: keysOf('waitlist') }, receiver);
}
