import { parseArgs } from 'node:util';
import { dev } from 'astro';
import { FOLDER_PORT } from './database.ts';
import { listen } from './listen.ts';

// `npm start`: what `astro dev` does, without usage data, hence without Astro's notice of it, and without the stack
// trace that a second one in a folder ends in.

/** Says where the site of this folder is. */
const PORT = FOLDER_PORT - 10_000;

const { port } = parseArgs({
  options: { port: { type: 'string', default: '4321' }, demo: { type: 'boolean' } },
  // Our Astro config looks for the command.
  allowPositionals: true,
}).values;
const response = await fetch(`http://127.0.0.1:${PORT}`).catch(() => undefined);
if (response) {
  console.error(`The site is already on ${await response.text()}: to stop it, press Ctrl-C there.`);
  process.exit(1);
}
const { address } = await dev({ server: { port: Number(port) } });
await listen((_, response) => response.end(`http://localhost:${address.port}`), PORT);
