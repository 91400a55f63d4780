import type { Config } from '@netlify/functions';
import { parseSignup } from '../../src/waitlist/shared/contract.ts';
import { limitOf } from '../http/context.ts';
import { endpoint } from '../http/endpoint.ts';
import { readBuilt } from '../http/read-built.ts';
import { signupPage } from '../http/response-page.ts';
import { joinQueue } from '../queue/join-queue.ts';
import deliverWebhooks from './deliver-webhooks.ts';

/** Netlify refuses the rest before it reaches Redis; its packer only reads literals. */
export const config: Config = {
  path: '/.netlify/functions/waitlist-signup',
  rateLimit: { windowLimit: 100, windowSize: 180, aggregateBy: ['ip', 'domain'] },
};

/** POST a SignupRequest, get a SignupSuccess; a form gets a page as the response. */
export default endpoint({
  name: 'waitlist-signup',
  parse: parseSignup,
  async run({ waitlist, input: signup, submission: { idempotencyKey }, platform }) {
    const currentConsent = JSON.parse(await readBuilt('consent.json'));
    const limit = limitOf(platform, process.env);
    const result = await joinQueue(waitlist, { signup, idempotencyKey, currentConsent, limit });
    if (result.ok && waitlist.webhooks) platform.waitUntil(deliverWebhooks());
    return result;
  },
  page: signupPage,
});
