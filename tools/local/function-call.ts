import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { createRequest } from 'astro/app/node';
import type { Platform } from '../../netlify/http/context.ts';

/** What a module of netlify/functions exports. */
export interface FunctionModule {
  default(request: Request, platform: Platform): Promise<Response> | Response;
}

/**
 * Calls the function that a request is for, as Netlify would; undefined if there isn't one.
 *
 * @param load imports the function's file
 */
export async function callFunction(
  incoming: IncomingMessage,
  load: (file: string) => Promise<unknown>,
): Promise<Response | undefined> {
  const name = /^\/\.netlify\/functions\/([\w-]+)\/?(?:\?|$)/.exec(`${incoming.url}`)?.[1];
  const file = resolve(`netlify/functions/${name}.ts`);
  if (!existsSync(file)) return undefined;
  const module = (await load(file)) as FunctionModule;
  // A dual-stack socket reports 127.0.0.1 as ::ffff:127.0.0.1.
  const ip = `${incoming.socket.remoteAddress}`.replace(/^::ffff:/, '');
  return module.default(toRequest(incoming), { ip, deploy: { context: 'production' } });
}

/** A Node request as the Request that Netlify passes on. */
export function toRequest(incoming: IncomingMessage): Request {
  const { localPort: port } = incoming.socket;
  // An empty pattern allows every Host; without one, every request would go to "localhost".
  return createRequest(incoming, { allowedDomains: [{}], ...(port && { port }) });
}
