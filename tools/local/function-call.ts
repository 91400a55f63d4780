import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from '@netlify/functions';
import { createRequest } from 'astro/app/node';

/** Of Netlify's context, what is true on a laptop and used here. */
type LocalContext = Pick<Context, 'ip' | 'requestId'>;

/** A function's default export. */
export type FunctionHandler = (
  request: Request,
  context: LocalContext,
) => Promise<Response> | Response;

/** The name of the function that a path calls, if it has the form of such a call. */
export function calledFunction(url: string | undefined): string | undefined {
  return url?.match(/^\/\.netlify\/functions\/([\w-]+)\/?(?:\?|$)/)?.[1];
}

/** Answers a call as the platform does: the handler gets a Request and who asks. */
export async function callFunction(
  handler: FunctionHandler,
  incoming: IncomingMessage,
): Promise<Response> {
  return handler(toRequest(incoming), { ip: addressOf(incoming), requestId: randomUUID() });
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
