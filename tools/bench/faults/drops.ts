import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SignupResponse } from '../../../src/waitlist/shared/contract.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { startWaitlist } from '../../../tests/support/waitlist.ts';
import { comeCrowding, judge, type Verdict } from './crowd.ts';
import { deployFunction, type Handler, type Press, pressOn, SITE, toRequest } from './function.ts';

export interface Drops {
  /** Answers to lose at least. */
  drops: number;
  clients: number;
  seed: number;
}

export interface Dropped extends Verdict {
  dropped: number;
  presses: number;
  ms: number;
}

/**
 * Answers of Redis get lost after it has done its work. More than half of them, because the
 * client asks once more by itself, and only two in a row reach a person.
 */
export async function dropAtGateway({ drops, clients, seed }: Drops): Promise<Dropped> {
  const started = performance.now();
  const random = randomFrom(seed);
  const waitlist = await startWaitlist();
  const handler = await deployFunction(waitlist.env);
  let dropped = 0;
  waitlist.faults.intercept = async (_, execute) => {
    const answer = await execute();
    if (answer.status !== 200 || random() > 0.6) return answer;
    dropped += 1;
    throw new Error('cut');
  };
  const more = () => dropped < drops;
  const crowd = await comeCrowding({ clients, random, press: pressOn(handler), more });
  const verdict = await judge(waitlist.redis, crowd);
  await waitlist.stop();
  return { ...verdict, dropped, presses: crowd.presses, ms: performance.now() - started };
}

/** Answers of the function get lost on their way to the browser: all of one, or its second half. */
export async function dropAtBrowser({ drops, clients, seed }: Drops): Promise<Dropped> {
  const started = performance.now();
  const random = randomFrom(seed);
  const waitlist = await startWaitlist();
  const handler = await deployFunction(waitlist.env);
  const line = await startBadLine(handler, random);
  const more = () => line.dropped() < drops;
  const crowd = await comeCrowding({ clients, random, press: line.press, more });
  const verdict = await judge(waitlist.redis, crowd);
  const dropped = line.dropped();
  await line.close();
  await waitlist.stop();
  return { ...verdict, dropped, presses: crowd.presses, ms: performance.now() - started };
}

/** Everybody comes from this machine, and says who she would be. */
const IP = 'x-person-ip';

/** The function behind a server of its own that loses half of the answers. */
async function startBadLine(handler: Handler, random: () => number) {
  let dropped = 0;
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '/', headers } = incoming;
    const init = { method, headers: headers as Record<string, string>, body: await text(incoming) };
    const response = await handler(new Request(new URL(url, SITE), init), { ip: `${headers[IP]}` });
    const body = await response.text();
    const fate = random();
    if (fate < 0.5) dropped += 1;
    if (fate < 0.25) {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(response.status, { 'Content-Length': Buffer.byteLength(body) });
    if (fate < 0.5) outgoing.write(body.slice(0, body.length / 2), () => incoming.socket.destroy());
    else outgoing.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const press: Press = async (person) => {
    try {
      const response = await fetch(toRequest(person, origin), {
        headers: { ...Object.fromEntries(toRequest(person).headers), [IP]: person.ip },
      });
      return { status: response.status, body: (await response.json()) as SignupResponse };
    } catch {
      return undefined;
    }
  };
  return {
    press,
    dropped: () => dropped,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
