import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import type { Context } from '@netlify/functions';
import { createRequest } from 'astro/app/node';

/** Of Netlify's context, what is true on a laptop and used here. */
type LocalContext = Pick<Context, 'ip' | 'requestId'>;

/** What a module of netlify/functions exports. */
export interface FunctionModule {
  default(request: Request, context: LocalContext): Promise<Response> | Response;
}

/** The file of the function that a path calls, or undefined where there is none. */
export function calledFunction(url = ''): string | undefined {
  const name = /^\/\.netlify\/functions\/([\w-]+)\/?(?:\?|$)/.exec(url)?.[1];
  const file = resolve(`netlify/functions/${name}.ts`);
  return name && existsSync(file) ? file : undefined;
}

/** Answers a call as the platform does: the handler gets a Request and who asks. */
export async function callFunction(
  module: FunctionModule,
  incoming: IncomingMessage,
): Promise<Response> {
  return module.default(toRequest(incoming), {
    ip: addressOf(incoming),
    requestId: randomUUID(),
  });
}

/**
 * A Node request as the Request that Netlify hands on. What names the caller is the socket's
 * address alone: as at Netlify's edge, whatever the caller says about itself is overwritten.
 */
export function toRequest(incoming: IncomingMessage): Request {
  const { headers, socket } = incoming;
  const ip = addressOf(incoming);
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-port'];
  headers['x-forwarded-for'] = ip;
  headers['x-forwarded-proto'] = 'http';
  headers['x-nf-client-connection-ip'] = ip;
  // An empty pattern allows every Host; with no pattern each request would be to "localhost".
  const port = socket.localPort;
  return createRequest(incoming, { allowedDomains: [{}], ...(port && { port }) });
}

/** A socket open to both families writes 127.0.0.1 as ::ffff:127.0.0.1. */
function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
}
