import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { writeResponse } from 'astro/app/node';
import { connectRedis } from '../../../netlify/queue/redis.ts';
import type { SignupResponse } from '../../../src/waitlist/shared/contract.ts';
import { toRequest } from '../../local/function-call.ts';
import { startPackedFunctions } from '../../local/packed-functions.ts';
import { tellParent } from './child.ts';

/** More than a burst: who gets in is the platform's part, not the function's. */
const BACKLOG = 4096;

const ANSWER: SignupResponse = {
  success: true,
  position: 1234,
  referralCode: 'FFFFFFFabcdefgh',
};

const callFunction = await startPackedFunctions(
  fileURLToPath(new URL('../../..', import.meta.url)),
);
const redis = connectRedis();

/** What the function is measured against: the same way through this server, and nothing at its end. */
const FLOORS: Record<string, (request: Request) => Promise<Response>> = {
  '/empty': async () => Response.json(ANSWER),
  '/ping': async () => {
    await redis.ping();
    return Response.json(ANSWER);
  },
};

function answer(incoming: IncomingMessage): Promise<Response | undefined> {
  return FLOORS[incoming.url ?? '']?.(toRequest(incoming)) ?? callFunction(incoming);
}

const server = createServer(async (incoming, outgoing) => {
  const response = (await answer(incoming)) ?? new Response(null, { status: 404 });
  await writeResponse(response, outgoing);
});
server.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG });
await once(server, 'listening');
tellParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
