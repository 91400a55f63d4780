import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { CreatePreviewServer, PreviewServer } from 'astro';
import { writeResponse } from 'astro/app/node';
import { toRequest } from '../local/function-call.ts';
import { startPackedFunctions } from '../local/packed-functions.ts';
import { openSite } from '../local/static-site.ts';
import { startLines } from './local-database.ts';

/**
 * What `astro preview` runs: the built site as Netlify would serve it, with its functions packed as
 * for a deploy. Stops on Ctrl-C and SIGTERM with exit code 0.
 */
const createPreviewServer: CreatePreviewServer = async ({ outDir, root, host, port }) => {
  if (!existsSync(outDir)) giveUp('There is no built site to preview. Run npm run build first.');
  const serveFile = openSite(fileURLToPath(root), fileURLToPath(outDir));
  const callFunction = await startPackedFunctions(fileURLToPath(root));

  const server = createServer(async (incoming, outgoing) => {
    try {
      const answer = (await callFunction(incoming)) ?? (await serveFile(toRequest(incoming)));
      await writeResponse(answer, outgoing);
    } catch (error) {
      // A path such as /% cannot be decoded; that is the caller's mistake. One who left in the
      // middle of a request made none, and neither did we.
      const status = error instanceof URIError ? 400 : 500;
      if (status === 500 && !incoming.errored) console.error(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(status).end();
    }
  });
  const closed = Promise.withResolvers<void>();
  const preview: PreviewServer = {
    ...(host && { host }),
    port,
    closed: () => closed.promise,
    async stop() {
      server.close(() => closed.resolve());
      // Browsers keep connections open for minutes.
      server.closeAllConnections();
    },
  };

  server.on('error', (error: NodeJS.ErrnoException) =>
    giveUp(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken. Choose another: npm run preview -- --port ${port + 1}`
        : `The preview could not start: ${error.message}`,
    ),
  );
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  // Not `preview.stop` itself: Astro replaces it by one that removes its lock file as well.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void preview.stop());
  startLines(`http://${host ?? 'localhost'}:${port}`);
  return preview;
};

function giveUp(reason: string): never {
  console.error(reason);
  process.exit(1);
}

export default createPreviewServer;
