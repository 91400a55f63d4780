import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { writeResponse } from 'astro/app/node';
import type { SignupRequest } from '../../src/waitlist/shared/contract.ts';
import { startTestRedis } from '../../tests/support/redis.ts';
import { callFunction, type FunctionHandler } from '../local/function-call.ts';
import { startRestGateway } from '../local/rest-gateway.ts';

/** The project's function as it is in `folder`, in this process, with a real Redis of its own. */
export async function startWaitlist(folder: string) {
  const redis = await startTestRedis();
  const gateway = await startRestGateway({ redis, token: 'bench' });
  Object.assign(process.env, {
    UPSTASH_REDIS_REST_URL: gateway.url,
    UPSTASH_REDIS_REST_TOKEN: gateway.token,
    WAITLIST_RATE_LIMIT: '0',
  });
  // The function writes a line for each request.
  console.log = () => {};
  const module = await import(join(folder, 'netlify/functions/waitlist-signup.ts'));
  const handler = module.default as FunctionHandler;
  let last: Partial<SignupRequest> | undefined;

  return {
    async call(incoming: IncomingMessage, outgoing: ServerResponse) {
      const recorded: FunctionHandler = async (request, context) => {
        last = await readSignup(request.clone());
        return handler(request, context);
      };
      await writeResponse(await callFunction(recorded, incoming), outgoing);
    },
    /** What the function was last sent, given once. */
    takeReceived() {
      const taken = last;
      last = undefined;
      return taken;
    },
    async stop() {
      await gateway.close();
      await redis.stop();
    },
  };
}

async function readSignup(request: Request): Promise<Partial<SignupRequest>> {
  const body = await request.text();
  const isJson = request.headers.get('content-type')?.includes('json');
  return isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}
