import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Redis, ReplyError } from 'ioredis';

/** A socket, or for the embedded Redis a port. */
export type RedisAddress = { path: string } | { host: string; port: number };

type Answer = { status: number; body: unknown };
type Options = {
  redis: RedisAddress;
  token: string;
  /** Any free one if it is left out. */
  port?: number;
  /**
   * For tests, gets each request before Redis does: `execute` runs it, the returned answer is sent,
   * a throw cuts the connection, a promise that never settles hangs.
   */
  intercept?: (request: unknown, execute: () => Promise<Answer>) => Promise<Answer>;
};

const HOST = '127.0.0.1';

/**
 * Speaks what our client sends of Upstash's REST protocol in front of any Redis: POST one command as a
 * JSON array to `/`, or many to `/pipeline` and `/multi-exec`. While Redis is away the answer is a 503 at
 * once; a request that is not of this protocol has its connection cut. Throws if the port is taken.
 * https://upstash.com/docs/redis/features/restapi
 */
export async function startRestGateway(options: Options) {
  const { token, port = 0, intercept = (_, execute) => execute() } = options;
  const redis = new Redis({
    ...options.redis,
    lazyConnect: true,
    enableOfflineQueue: false,
    // A command that was under way when the connection broke may have run: never send it again.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 50,
  });
  redis.on('error', () => {}); // Without a listener ioredis prints every attempt.

  async function answer(req: IncomingMessage): Promise<Answer> {
    // Pages of any site can send requests to this port.
    if (req.headers.authorization !== `Bearer ${token}`) return failure(401, 'Unauthorized');
    const request = await json(req);
    return intercept(request, () =>
      execute(redis, `${req.url}`, request).catch(() => failure(503, 'ERR the database is away')),
    );
  }

  const server = createServer((req, res) => {
    answer(req).then(
      ({ status, body }) => {
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
      () => req.socket.destroy(),
    );
  });
  await once(server.listen(port, HOST), 'listening');
  await redis.connect().catch(() => {}); // It may start later.

  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      redis.disconnect();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function execute(redis: Redis, path: string, request: unknown): Promise<Answer> {
  if (path === '/') return toAnswer(await run(redis, request));
  // Written in one go, so that no other command gets in between. A pipeline needs no more than that.
  const commands = [['MULTI'], ...(request as unknown[]), ['EXEC']];
  const replies = (await Promise.all(commands.map((command) => run(redis, command)))).at(-1);
  return Array.isArray(replies) ? { status: 200, body: replies.map(toEntry) } : toAnswer(replies);
}

/** Resolves with the reply, or with the Error that Redis replied; rejects when Redis is away. */
async function run(redis: Redis, command: unknown): Promise<unknown> {
  const [name = '', ...args] = command as string[];
  // In capitals, because ioredis reshapes replies by name (`hgetall`).
  return redis.call(name.toUpperCase(), ...args).catch((error) => {
    if (error instanceof ReplyError) return error;
    throw error;
  });
}

const toEntry = (reply: unknown) =>
  reply instanceof Error ? { error: reply.message } : { result: reply };

function toAnswer(reply: unknown): Answer {
  return { status: reply instanceof Error ? 400 : 200, body: toEntry(reply) };
}

function failure(status: number, error: string): Answer {
  return { status, body: { error } };
}
