import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeResponse } from 'astro/app/node';
import { startDatabase } from './database.ts';
import { callFunction, toRequest } from './function-call.ts';
import { loadServerEnv } from './load-env.ts';
import { serveFile } from './static-site.ts';

// `npm run preview`: serves the built site as Netlify would, with the functions' source.

const { port } = parseArgs({ options: { port: { type: 'string', default: '4321' } } }).values;
loadServerEnv();
if (!existsSync('dist')) fail('There is no built site to preview. Run npm run build first.');

/** Stops DNS rebinding: a site whose domain leads to this machine could read the responses. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

const server = createServer(async (incoming, outgoing) => {
  if (!LOOPBACK.test(`${incoming.headers.host}`)) {
    outgoing.writeHead(403).end();
    return;
  }
  try {
    const called = await callFunction(incoming, (file) => import(pathToFileURL(file).href));
    await writeResponse(called ?? (await serveFile(toRequest(incoming))), outgoing);
  } catch (error) {
    console.error(error);
    outgoing.destroy();
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
