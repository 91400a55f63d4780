import { json } from 'node:stream/consumers';
import { Redis, ReplyError } from 'ioredis';
import { listen } from './listen.ts';

type RestResponse = { status: number; body: unknown };
type Options = {
  /** The socket of a running Redis, or the port of an embedded one. */
  redis: { path: string } | { host: string; port: number };
  token: string;
  /** Any free port by default. */
  port?: number;
  /**
   * For tests: gets each request before Redis does and returns the response, its own or that of Redis
   * (`execute`). If it throws, the connection breaks.
   */
  injectFault?: (request: unknown, execute: () => Promise<RestResponse>) => Promise<RestResponse>;
};

const DOWN = { status: 503, body: { error: 'ERR the database is down' } };

/**
 * Speaks the part of Upstash's REST protocol that our client uses, in front of any Redis: POST one
 * command as a JSON array to `/`, or several to `/pipeline`. Responds with 503 while Redis is down, and breaks
 * the connection of any other request. Throws if the port is taken.
 * https://upstash.com/docs/redis/features/restapi
 */
export async function startRestGateway(options: Options) {
  const { token, port = 0, injectFault = (_, execute) => execute() } = options;
  const redis = new Redis({
    ...options.redis,
    enableOfflineQueue: false,
    // A command that was under way when the connection broke may have run, so it's never sent again.
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 10,
  });
  redis.on('error', () => {}); // Otherwise ioredis prints every attempt.

  const server = await listen(async (req, res) => {
    // Pages of any site can send requests to this port.
    if (req.headers.authorization !== `Bearer ${token}`) {
      res.writeHead(401).end('{}');
      return;
    }
    try {
      const request = await json(req);
      const run = () => execute(redis, `${req.url}`, request).catch(() => DOWN);
      const { status, body } = await injectFault(request, run);
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch {
      req.socket.destroy();
    }
  }, port);
  // Not `once`, which rejects at the first failed attempt.
  await new Promise((resolve) => redis.once('ready', resolve));

  return {
    url: server.url,
    close() {
      redis.disconnect();
      return server.close();
    },
  };
}

/** Rejects if Redis is down. */
export async function execute(redis: Redis, path: string, request: unknown): Promise<RestResponse> {
  const isOne = path === '/';
  const batch = redis.pipeline();
  for (const [name = '', ...args] of (isOne ? [request] : request) as string[][]) {
    // In capitals, because ioredis reshapes the replies of `hgetall` and others.
    batch.call(name.toUpperCase(), ...args);
  }
  const replies = ((await batch.exec()) ?? []).map(([error, result]) => {
    if (!error) return { result };
    if (error instanceof ReplyError) return { error: error.message };
    throw error;
  });
  if (!isOne) return { status: 200, body: replies };
  return { status: replies[0]?.error === undefined ? 200 : 400, body: replies[0] };
}
