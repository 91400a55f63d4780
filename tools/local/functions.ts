import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRequestFromNodeRequest, writeResponse } from 'astro/app/node';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import deliverWebhooks from '../../netlify/functions/deliver-webhooks.ts';
import type { Platform } from '../../netlify/http/context.ts';
import { startDatabase } from './database.ts';

/** What a module of netlify/functions exports. */
export interface FunctionModule {
  default(request: Request, platform: Platform): Promise<Response> | Response;
}

// npm passes SIGTERM only to its shell, which ends and leaves this process behind.
if (process.env.npm_lifecycle_event) {
  const { ppid } = process;
  // It's 1 if the shell has already ended.
  setInterval(() => (process.ppid !== ppid || ppid === 1) && process.exit(), 200).unref();
}

/** Astro restarts its server within this process. */
let isStarted = false;

/**
 * Starts the local database and serves netlify/functions, in `astro dev` and the preview. In `astro dev` an edit takes
 * effect at the next request, and a call takes 5 ms; Netlify's own emulation takes 0.5 s.
 */
export function functions(): Plugin {
  let origin: string;

  function serve(server: ViteDevServer | PreviewServer, load: (file: string) => Promise<unknown>) {
    const { httpServer, middlewares } = server;
    httpServer?.once('listening', async () => {
      origin = `http://localhost:${(httpServer.address() as AddressInfo).port}`;
      if (isStarted) return;
      isStarted = true;
      await startDatabase(origin);
      console.log(`The site is on ${origin}.`);
      // As Netlify does on its schedule.
      setInterval(deliverWebhooks, 5 * 60_000).unref();
    });
    middlewares.use(async (incoming, outgoing, next) => {
      // A Request can't have this method.
      if (incoming.method === 'TRACE') return void outgoing.writeHead(405).end();
      const name = /^\/\.netlify\/functions\/([\w-]+)\/?(?:\?|$)/.exec(`${incoming.url}`)?.[1];
      const file = resolve(`netlify/functions/${name}.ts`);
      if (!existsSync(file)) return next();
      try {
        const module = (await load(file)) as FunctionModule;
        const request = createRequestFromNodeRequest(incoming);
        const ip = `${incoming.socket.remoteAddress}`;
        // As from Netlify, but on a laptop, work goes on after the response anyway.
        const platform = { ip, deploy: { context: 'production' }, waitUntil() {} };
        await writeResponse(await module.default(request, platform), outgoing);
      } catch (error) {
        next(error);
      }
    });
  }

  return {
    name: 'functions',
    apply: 'serve',
    configureServer: (server) => serve(server, (file) => server.ssrLoadModule(file)),
    configurePreviewServer: (server) => serve(server, (file) => import(pathToFileURL(file).href)),
    // In `astro dev` functions get the current response pages instead of those from the last build.
    load(id) {
      if (!id.endsWith('/netlify/http/read-built.ts')) return null;
      return `export const readBuilt = async (name) =>
        (await fetch(new URL('/response/' + name.replace('.html', ''), '${origin}'))).text();`;
    },
  };
}
