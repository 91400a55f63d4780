import type { AddressInfo } from 'node:net';
import { writeResponse } from 'astro/app/node';
import type { Plugin } from 'vite';
import { callFunction } from '../local/function-call.ts';

/**
 * Serves netlify/functions in `astro dev` through Vite, on a database of this laptop: an edit counts from
 * the next request on, and a call takes 5 ms where Netlify's own emulation takes 0.5 s.
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
        // Loaded here, so that a build does without ioredis.
        const { startDatabase } = await import('../local/database.ts');
        await startDatabase(origin);
      });
      server.middlewares.use(async (incoming, outgoing, next) => {
        try {
          const answer = await callFunction(incoming, (file) => server.ssrLoadModule(file));
          if (answer) await writeResponse(answer, outgoing);
          else next();
        } catch (error) {
          next(error);
        }
      });
    },
    // What the build writes for functions, as it is now instead of as last built.
    load(id) {
      if (!id.endsWith('/netlify/http/read-built.ts')) return null;
      return `export const readBuilt = async (name) =>
        (await fetch(new URL('/reply/' + name.replace('.html', ''), '${origin}'))).text();`;
    },
  };
}
