import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { SCRIPTS } from '../support/visitor.ts';

const REPORTS = '/refused-by-the-policy';
const POLICY = 'content-security-policy';

/**
 * Stands before the preview, since WebDriver neither keeps a file from loading nor tells what a
 * policy refused: here each policy gets an address for the browser's reports of that.
 */
export async function startProxy(target: string) {
  const state = {
    /** Of each thing that was refused: the page, the rule, and what it was. */
    refused: [] as string[],
    /** Whether scripts come, but for those that stand in the page. */
    scripts: true,
  };
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming;
    if (url === REPORTS) {
      const { 'csp-report': report } = Object(await json(incoming));
      const rule = report['effective-directive'] ?? report['violated-directive'];
      state.refused.push(`${report['document-uri']}: ${rule}, ${report['blocked-uri']}`);
      outgoing.writeHead(204).end();
      return;
    }
    if (!state.scripts && SCRIPTS.test(url)) {
      outgoing.destroy();
      return;
    }
    const forwarded = request(target + url, { method, headers }, (answer) => {
      const policy = answer.headers[POLICY];
      if (policy) answer.headers[POLICY] = `${policy}; report-uri ${REPORTS}`;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    state,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
