import { existsSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { writeResponse } from 'astro/app/node';
import type { Plugin } from 'vite';
import {
  calledFunction,
  type FunctionHandler,
  functionContext,
  toRequest,
} from '../local/function-context.ts';

/**
 * Serves netlify/functions in `astro dev` through Vite: an edit counts from the next request on,
 * and a call takes 5 ms where Netlify's own emulation takes 0.5 s.
 */
export function functionsInDev(): AstroIntegration {
  return {
    name: 'functions-in-dev',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [replyTemplatesInDev()] } });
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(async (incoming, outgoing, next) => {
          const name = calledFunction(incoming.url);
          const file = `/netlify/functions/${name}.ts`;
          if (!name || !existsSync(`${server.config.root}${file}`)) return next();
          try {
            const module = (await server.ssrLoadModule(file)) as { default: FunctionHandler };
            const request = toRequest(incoming);
            const response = await module.default(request, functionContext(incoming, request));
            await writeResponse(response ?? new Response(null, { status: 204 }), outgoing);
          } catch (error) {
            if (error instanceof Error) server.ssrFixStacktrace(error);
            console.error(error);
            const answer = { error: error instanceof Error ? error.message : String(error) };
            await writeResponse(Response.json(answer, { status: 500 }), outgoing);
          }
        });
      },
    },
  };
}

/** The pages that answer a form without script, as they are now instead of as last built. */
function replyTemplatesInDev(): Plugin {
  let origin: string | undefined;
  return {
    name: 'reply-templates-in-dev',
    apply: 'serve',
    configureServer(server) {
      server.httpServer?.once('listening', () => {
        origin = server.resolvedUrls?.local[0];
      });
    },
    load(id) {
      if (!id.endsWith('/netlify/http/reply-template.ts')) return null;
      return `export const readReplyTemplate = async (name) =>
        (await fetch(new URL('/reply/' + name, '${origin}'))).text();`;
    },
  };
}
