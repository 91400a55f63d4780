import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SCRIPTS } from '../support/visitor.ts';

const REPORTS = '/refused-by-the-policy';
const POLICY = 'content-security-policy';

/**
 * Stands before the preview for what WebDriver cannot do: it keeps scripts from loading, and gives
 * each policy an address for the browser's reports of what it refused.
 */
export async function startProxy(target: string) {
  const state = { scripts: true, refused: [] as string[] };
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    const forward = () =>
      request(target + url, { method, headers }, (answer) => {
        const policy = answer.headers[POLICY];
        if (policy) answer.headers[POLICY] = `${policy}; report-uri ${REPORTS}`;
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }).on('error', () => outgoing.destroy());

    if (url === REPORTS) {
      const { 'csp-report': report } = Object(await json(incoming));
      state.refused.push(`${report['violated-directive']}: ${report['blocked-uri']}`);
      outgoing.writeHead(204).end();
    } else if (SCRIPTS.test(url) && !state.scripts) outgoing.destroy();
    else incoming.pipe(forward());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    state,
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
