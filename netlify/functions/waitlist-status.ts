import type { Config } from '@netlify/functions';
import { parseStatusRequest } from '../../src/waitlist/shared/contract.ts';
import { endpoint } from '../http/endpoint.ts';
import { readStatus } from '../queue/read-status.ts';

/** Netlify refuses the rest before it reaches Redis; its packer only reads literals. */
export const config: Config = {
  path: '/.netlify/functions/waitlist-status',
  rateLimit: { windowLimit: 100, windowSize: 180, aggregateBy: ['ip', 'domain'] },
};

/** POST a StatusKey, get a StatusSuccess. */
export default endpoint({
  name: 'waitlist-status',
  parse: parseStatusRequest,
  run: ({ waitlist, input }) => readStatus(waitlist, input),
});
