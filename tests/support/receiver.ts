import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach } from 'vitest';
import { listen } from '../../tools/local/listen.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** An event as a receiver gets it. */
type Received = { id: string; type: string; timestamp: string; data: { code: string } };
/** The status, or undefined if it responds itself. */
type Respond = (event: Received, response: ServerResponse) => unknown;

/**
 * A test file's receiver, which the environment names, and which checks signatures as receivers should. It
 * forgets its events before each test.
 */
export async function setUpReceiver() {
  const received: Received[] = [];
  const ok: Respond = () => 200;
  const receiver = { received, ok, respond: ok };
  const { url, close } = await listen(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    // Frameworks parse no other body.
    const body = headers['content-type'] === 'application/json' ? await text(request) : '';
    const payload = new Webhook(SECRET).verify(body, headers) as Received;
    const event = { ...payload, id: headers['webhook-id'] ?? '' };
    received.push(event);
    const status = await receiver.respond(event, response);
    // A body that never ends, since nobody should wait for it.
    if (status) response.writeHead(Number(status), { 'Content-Length': 1e9 }).write('x');
  });
  Object.assign(process.env, { WAITLIST_WEBHOOK_URL: url, WAITLIST_WEBHOOK_SECRET: SECRET });
  beforeEach(() => {
    received.length = 0;
    receiver.respond = ok;
  });
  afterAll(close);
  return receiver;
}
