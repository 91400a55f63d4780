import type { AddressInfo } from 'node:net';
import { writeResponse } from 'astro/app/node';
import type { Plugin } from 'vite';
import { callFunction } from '../local/function-call.ts';

/**
 * Serves netlify/functions in `astro dev` through Vite, on the local database. An edit takes effect at
 * the next request, and a call takes 5 ms; Netlify's own emulation takes 0.5 s.
 */
export function functionsInDev(): Plugin {
  let origin: string;
  return {
    name: 'functions-in-dev',
    apply: 'serve',
    configureServer(server) {
      const { httpServer } = server;
      httpServer?.once('listening', async () => {
        const { port } = httpServer.address() as AddressInfo;
        origin = `http://localhost:${port}`;
        // Imported here, so that a build doesn't load ioredis.
        const { startDatabase } = await import('../local/database.ts');
        await startDatabase(origin);
      });
      server.middlewares.use(async (incoming, outgoing, next) => {
        try {
          const response = await callFunction(incoming, (file) => server.ssrLoadModule(file));
          if (response) await writeResponse(response, outgoing);
          else next();
        } catch (error) {
          next(error);
        }
      });
    },
    // Functions get the current reply pages instead of those from the last build.
    load(id) {
      if (!id.endsWith('/netlify/http/read-built.ts')) return null;
      return `export const readBuilt = async (name) =>
        (await fetch(new URL('/reply/' + name.replace('.html', ''), '${origin}'))).text();`;
    },
  };
}
