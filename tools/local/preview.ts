import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeResponse } from 'astro/app/node';
import { startDatabase } from './database.ts';
import { callFunction, toRequest } from './function-call.ts';
import { loadServerEnv } from './load-env.ts';
import { openSite } from './static-site.ts';

// What `npm run preview` runs: the built site as Netlify would serve it, and the functions' source.
// Stops on Ctrl-C and SIGTERM with exit code 0.

const { port } = parseArgs({ options: { port: { type: 'string', default: '4321' } } }).values;
loadServerEnv();
if (!existsSync('dist')) fail('There is no built site to preview. Run npm run build first.');
const serveFile = openSite(process.cwd());

/** A page of another site, whose name was made to lead to this machine, may not read the answers. */
const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

const server = createServer(async (incoming, outgoing) => {
  if (!LOOPBACK.test(`${incoming.headers.host}`)) {
    outgoing.writeHead(403).end();
    return;
  }
  try {
    const called = await callFunction(incoming, (file) => import(pathToFileURL(file).href));
    await writeResponse(called ?? (await serveFile(toRequest(incoming))), outgoing);
  } catch (error) {
    // A path such as /% cannot be decoded. A caller who left in the middle of a request is no error.
    const status = error instanceof URIError ? 400 : 500;
    if (status === 500 && !incoming.errored) console.error(error);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(status).end();
  }
});
server.once('error', ({ message }) => {
  fail(`The preview could not start: ${message}. Another port: npm run preview -- --port 4322`);
});
server.listen(Number(port), '127.0.0.1', async () => {
  const origin = `http://localhost:${port}`;
  await startDatabase(origin);
  console.log(`The site is on ${origin}.`);
});

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
