import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from '@netlify/functions';
import { createRequest } from 'astro/app/node';

/** What a function on a laptop is told: the parts of Netlify's context that are true here. */
export type LocalContext = Pick<
  Context,
  | 'account'
  | 'deploy'
  | 'geo'
  | 'ip'
  | 'json'
  | 'log'
  | 'params'
  | 'requestId'
  | 'server'
  | 'site'
  | 'url'
  | 'waitUntil'
>;

/** A function's default export. */
export type FunctionHandler = (
  request: Request,
  context: LocalContext,
) => Promise<Response | undefined> | Response | undefined;

/** The name of the function that a path calls, if it has the form of such a call. */
export function calledFunction(url: string | undefined): string | undefined {
  return url?.match(/^\/\.netlify\/functions\/([\w-]+)\/?(?:\?|$)/)?.[1];
}

/**
 * A Node request as the Request that Netlify hands on. What names the caller is the socket's
 * address alone: as at Netlify's edge, whatever the caller says about itself is overwritten.
 */
export function toRequest(incoming: IncomingMessage): Request {
  const { headers, socket } = incoming;
  const ip = clientAddress(incoming);
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-port'];
  headers['x-forwarded-for'] = ip;
  headers['x-forwarded-proto'] = 'http';
  headers['x-nf-client-connection-ip'] = ip;
  // An empty pattern allows every Host; with no pattern each request would be to "localhost".
  const port = socket.localPort;
  return createRequest(incoming, { allowedDomains: [{}], ...(port && { port }) });
}

/** The second argument of a function call. */
export function functionContext(incoming: IncomingMessage, request: Request): LocalContext {
  const url = new URL(request.url);
  return {
    account: { id: '' },
    deploy: { context: 'dev', id: '0', published: false },
    geo: {},
    ip: clientAddress(incoming),
    json: (input) => Response.json(input),
    log: console.log,
    params: {},
    requestId: randomUUID(),
    server: { region: 'local' },
    site: { id: '0', name: 'local', url: url.origin },
    url,
    waitUntil: (promise) => void promise.catch(console.error),
  };
}

/** A socket open to both families writes 127.0.0.1 as ::ffff:127.0.0.1. */
function clientAddress({ socket }: IncomingMessage): string {
  return socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
}
