import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeResponse } from 'astro/app/node';
import { startDatabase } from './database.ts';
import { callFunction, toRequest } from './function-call.ts';
import { openSite } from './static-site.ts';

// What `npm run preview` runs: the built site as Netlify would serve it, and the functions' source.
// Stops on Ctrl-C and SIGTERM with exit code 0.

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4321' },
    host: { type: 'string', default: '127.0.0.1' },
  },
});
if (existsSync('.env')) process.loadEnvFile();
if (!existsSync('dist')) {
  console.error('There is no built site to preview. Run npm run build first.');
  process.exit(1);
}
const startLines = await startDatabase();
const serveFile = openSite(process.cwd());

const server = createServer(async (incoming, outgoing) => {
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
server.on('error', ({ message }) => {
  console.error(
    `The preview could not start: ${message}. Another port: npm run preview -- --port 4322`,
  );
  process.exitCode = 1;
  process.kill(process.pid);
});
server.listen(Number(values.port), values.host, () => {
  console.log(startLines(`http://localhost:${values.port}`));
});
