import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { HeadersHandler } from '@netlify/headers';
import { calledFunction } from '../local/function-call.ts';
import type { Variant } from './variants.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=UTF-8',
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=UTF-8',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
  '.ico': 'image/x-icon',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};
const COMPRESSED = /^(?:text|application)\/|svg/;

type Call = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

export interface Site extends Variant {
  origin: string;
  close(): void;
}

/**
 * Serves a built site with the headers it has on Netlify. Everything is read and compressed
 * before the first request, so that no answer waits for anything.
 */
export async function serve(variant: Variant, call: Call): Promise<Site> {
  const answers = await prepare(variant.folder);
  const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, outgoing) => {
    if (calledFunction(incoming.url)) return call(incoming, outgoing);
    const { status, headers, body } = answers(incoming.url?.replace(/\?.*/, '') ?? '/');
    outgoing.writeHead(status, headers).end(incoming.method === 'HEAD' ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...variant,
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function prepare(folder: string) {
  const dist = join(folder, 'dist');
  const rules = await headerRules(folder);
  const files = new Map<string, { type: string; body: Uint8Array }>();
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const type = TYPES[extname(file)];
    if (!type) throw new Error(`bench/serve.ts does not know the type of ${file}.`);
    const bytes = await readFile(file);
    const body = COMPRESSED.test(type) ? brotliCompressSync(bytes) : bytes;
    files.set(file.slice(dist.length), { type, body });
  }
  const missing = files.get('/404.html') ?? { type: 'text/plain', body: new Uint8Array() };

  return (path: string) => {
    const page = path === '/' ? '/index.html' : `${path}.html`;
    const found = files.get(path) ?? files.get(page);
    const { type, body } = found ?? missing;
    const headers = {
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Content-Type': type,
      'Content-Length': body.length,
      ...(COMPRESSED.test(type) && { 'Content-Encoding': 'br', Vary: 'Accept-Encoding' }),
      ...rules(path),
    };
    return { status: found ? 200 : 404, headers, body };
  };
}

/** The header rules of netlify.toml and of the build, read by the code that Netlify uses. */
async function headerRules(folder: string) {
  const handler = new HeadersHandler({
    projectDir: folder,
    configPath: join(folder, 'netlify.toml'),
    publishDir: 'dist',
    logger: console,
  });
  const get = (path: string) => handler.apply(new Request(`http://localhost${path}`));
  const everywhere = await get('/');
  const assets = { ...everywhere, 'Cache-Control': 'public, max-age=31536000, immutable' };
  return (path: string) => (path.startsWith('/_astro/') ? assets : everywhere);
}
