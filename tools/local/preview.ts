import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { writeResponse } from 'astro/app/node';
import { provideDatabase, startLines } from './database.ts';
import { calledFunction, callFunction, toRequest } from './function-call.ts';
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
if (!existsSync('dist')) fail('There is no built site to preview. Run npm run build first.');

const database = await provideDatabase().catch((error: Error) => fail(error.message));
const serveFile = openSite(process.cwd());

const server = createServer(async (incoming, outgoing) => {
  try {
    const file = calledFunction(incoming.url);
    const answer = file
      ? await callFunction(await import(pathToFileURL(file).href), incoming)
      : await serveFile(toRequest(incoming));
    await writeResponse(answer, outgoing);
  } catch (error) {
    // A path such as /% cannot be decoded. A caller who left in the middle of a request is no error.
    const status = error instanceof URIError ? 400 : 500;
    if (status === 500 && !incoming.errored) console.error(error);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(status).end();
  }
});
server.on('error', async ({ message }) => {
  await database.close();
  fail(`The preview could not start: ${message}. Another port: npm run preview -- --port 4322`);
});
server.listen(Number(values.port), values.host, () => {
  console.log(startLines(`http://localhost:${values.port}`, database.name));
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    server.close();
    // Browsers keep connections open for minutes.
    server.closeAllConnections();
    await database.close();
    process.exit();
  });
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
