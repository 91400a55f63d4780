import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';

export interface Site {
  name: string;
  origin: string;
  /** The fields of the last form that was sent through it. */
  received(): Record<string, string>;
  close(): void;
}

/**
 * Stands in front of the preview at `origin`, and remembers every file, so that no page waits for
 * anything. Without script, every script and what would load one is taken out of the pages.
 */
export async function serve(name: string, origin: string, hasScript: boolean): Promise<Site> {
  const files = new Map<string, ReturnType<typeof fetchFile>>();
  let form = '';

  async function fetchFile(path: string) {
    const response = await fetch(origin + path, { headers: { 'Accept-Encoding': 'br' } });
    const headers = new Headers(response.headers);
    let body: Buffer = Buffer.from(await response.bytes());
    const isPage = headers.get('content-type')?.startsWith('text/html');
    if (isPage && !hasScript) body = Buffer.from(withoutScript(body.toString()));
    if (headers.has('content-encoding')) {
      body = brotliCompressSync(body);
    }
    headers.delete('transfer-encoding');
    headers.set('content-length', String(body.length));
    return { status: response.status, headers, body };
  }

  async function post(incoming: IncomingMessage, path: string) {
    form = (await buffer(incoming)).toString();
    const headers = {
      'Content-Type': incoming.headers['content-type'] ?? '',
      'Idempotency-Key': incoming.headers['idempotency-key']?.toString() ?? crypto.randomUUID(),
    };
    const response = await fetch(origin + path, { method: 'POST', headers, body: form });
    const body = await response.bytes();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, headers: new Headers({ 'content-type': type }), body };
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, async (incoming, outgoing) => {
    const { method, url = '/' } = incoming;
    if (method === 'GET' && !files.has(url)) files.set(url, fetchFile(url));
    const answer = files.get(url) ?? post(incoming, url);
    const { status, headers, body } = await answer;
    outgoing.writeHead(status, Object.fromEntries(headers)).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    name,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () =>
      form.startsWith('{') ? JSON.parse(form) : Object.fromEntries(new URLSearchParams(form)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The island's element stays: CSS knows it. */
function withoutScript(html: string): string {
  const bare = html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
    .replace(/<astro-island(?:\s[\w-]+(?:="[^"]*")?)*>/g, '<astro-island>');
  if (/<script|component-url/.test(bare)) throw new Error('There is still a script in the page.');
  return bare;
}
