import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a port of this machine, by default any free one; `close` also cuts open connections. Throws if it's taken. */
export async function listen(listener: RequestListener, port = 0) {
  const server = createServer(listener);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    return once(server.close(), 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
