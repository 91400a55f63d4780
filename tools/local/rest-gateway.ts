import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Redis, Command as RedisCommand, ReplyError } from 'ioredis';
import type { RedisAddress } from './local-redis.ts';

type Command = [name: string, ...args: (string | number | boolean)[]];
type Encoding = 'utf8' | 'base64';
type Entry = { result: unknown } | { error: string };
type Answer = { status: number; body: unknown };
type Options = {
  redis: RedisAddress;
  token: string;
  /** Of 127.0.0.1; 0, the default, takes a free one. */
  port?: number;
  /**
   * For tests, stands between a request and its answer: `execute` runs the request, what is
   * returned goes back, a throw cuts the connection, a promise that never settles hangs.
   */
  intercept?: (request: unknown, execute: () => Promise<Answer>) => Promise<Answer>;
};

/** A signup takes 2 KB of it. */
export const MAX_BODY_BYTES = 1024 * 1024;

const HOST = '127.0.0.1';
const OK = Buffer.from('OK');

/** They change the connection, which all requests share here, or stop the server. */
const REFUSED =
  /^(multi|exec|discard|(un)?watch|[ps]?(un)?subscribe|monitor|auth|hello|select|reset|quit|client|shutdown)$/i;

/**
 * Speaks Upstash's REST protocol in front of any Redis: POST one command as a JSON array to `/`,
 * or many to `/pipeline` and `/multi-exec`; the service's path style (`/get/foo`) is left out.
 * Rejects when no Redis answers at the start. One that goes away later is a 503 at once, and is
 * found again when it is back.
 *
 * @see https://upstash.com/docs/redis/features/restapi
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
  redis.on('error', () => {}); // The 503 says it; without a listener ioredis prints every attempt.
  await redis.connect().catch((error) => {
    redis.disconnect();
    throw error;
  });

  async function answer(req: IncomingMessage): Promise<Answer> {
    const endpoint = ENDPOINTS[req.url ?? ''];
    if (req.method !== 'POST') return failure(405, 'ERR only POST is taken here');
    if (req.headers.authorization !== `Bearer ${token}`) return failure(401, 'Unauthorized');
    if (!endpoint) return failure(404, 'ERR only /, /pipeline and /multi-exec are served here');
    if (Number(req.headers['content-length'] ?? Infinity) > MAX_BODY_BYTES) {
      return failure(413, `ERR max request size exceeded. Limit: ${MAX_BODY_BYTES} bytes`);
    }
    const request = await json(req).catch(() => undefined);
    const encoding = req.headers['upstash-encoding'] === 'base64' ? 'base64' : 'utf8';
    return intercept(request, () =>
      endpoint(redis, request, encoding).catch(() => failure(503, 'ERR the database is away')),
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve);
  });

  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    token,
    async close() {
      redis.disconnect();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Endpoint = (redis: Redis, request: unknown, encoding: Encoding) => Promise<Answer>;

const ENDPOINTS: Record<string, Endpoint> = {
  async '/'(redis, request, encoding) {
    if (!isCommand(request)) return failure(400, 'ERR failed to parse command');
    return toAnswer(await run(redis, request), encoding);
  },

  async '/pipeline'(redis, request, encoding) {
    if (!isCommands(request)) return failure(400, 'ERR failed to parse pipeline request');
    const replies = await Promise.all(request.map((command) => run(redis, command)));
    return { status: 200, body: replies.map((reply) => toEntry(reply, encoding)) };
  },

  async '/multi-exec'(redis, request, encoding) {
    if (!isCommands(request)) return failure(400, 'ERR failed to parse multi-exec request');
    const refused = request.find(([name]) => REFUSED.test(name));
    if (refused) return toAnswer(await run(redis, refused), encoding);
    // Written in one go: nobody else's command gets in between on the shared connection.
    const queue: Command[] = [['MULTI'], ...request, ['EXEC']];
    const replies = await Promise.all(queue.map((command) => write(redis, command)));
    const outcome = replies.at(-1);
    if (!Array.isArray(outcome)) return toAnswer(outcome, encoding);
    return { status: 200, body: outcome.map((reply) => toEntry(reply, encoding)) };
  },
};

async function run(redis: Redis, command: Command): Promise<unknown> {
  const [name] = command;
  if (REFUSED.test(name)) return new Error(`ERR Command is not available: '${name}'`);
  return write(redis, command);
}

/** Resolves with the reply, or with the Error that Redis replied; rejects when Redis is away. */
async function write(redis: Redis, [name, ...args]: Command): Promise<unknown> {
  // In capitals, because ioredis reshapes replies by name (`hgetall`); as Buffers, because bytes
  // that are no UTF-8 survive base64.
  const command = new RedisCommand(name.toUpperCase(), args.map(String), { replyEncoding: null });
  try {
    return await redis.sendCommand(command);
  } catch (error) {
    if (error instanceof ReplyError) return error;
    throw error;
  }
}

function toAnswer(reply: unknown, encoding: Encoding): Answer {
  return { status: reply instanceof Error ? 400 : 200, body: toEntry(reply, encoding) };
}

function toEntry(reply: unknown, encoding: Encoding): Entry {
  if (reply instanceof Error) return { error: reply.message };
  const isOk = Buffer.isBuffer(reply) && reply.equals(OK); // The one string never in base64.
  return { result: isOk ? 'OK' : encode(reply, encoding) };
}

function encode(reply: unknown, encoding: Encoding): unknown {
  if (Buffer.isBuffer(reply)) return reply.toString(encoding);
  return Array.isArray(reply) ? reply.map((item) => encode(item, encoding)) : reply;
}

function isCommand(value: unknown): value is Command {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  return value.every((part) => ['string', 'number', 'boolean'].includes(typeof part));
}

function isCommands(value: unknown): value is Command[] {
  return Array.isArray(value) && value.length > 0 && value.every(isCommand);
}

function failure(status: number, error: string): Answer {
  return { status, body: { error } };
}
