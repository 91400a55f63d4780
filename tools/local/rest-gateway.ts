import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Redis, Command as RedisCommand, ReplyError } from 'ioredis';
import type { RedisAddress } from './local-redis.ts';

type Answer = { status: number; body: unknown };
type Options = {
  redis: RedisAddress;
  token: string;
  /**
   * For tests, stands between a request and its answer: `execute` runs the request, what is
   * returned goes back, a throw cuts the connection, a promise that never settles hangs.
   */
  intercept?: (request: unknown, execute: () => Promise<Answer>) => Promise<Answer>;
};

const HOST = '127.0.0.1';

/**
 * Speaks what our client sends of Upstash's REST protocol in front of any Redis: POST one command as a
 * JSON array to `/`, or many to `/pipeline` and `/multi-exec`. Rejects when no Redis answers at the
 * start. One that goes away later is a 503 at once, and is found again when it is back.
 *
 * @see https://upstash.com/docs/redis/features/restapi
 */
export async function startRestGateway(options: Options) {
  const { token, intercept = (_, execute) => execute() } = options;
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
    const request = await json(req).catch(() => undefined);
    if (!endpoint || !Array.isArray(request)) return failure(400, 'ERR failed to parse command');
    return intercept(request, () =>
      endpoint(redis, request).catch(() => failure(503, 'ERR the database is away')),
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
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));

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

type Endpoint = (redis: Redis, request: unknown[]) => Promise<Answer>;

const ENDPOINTS: Record<string, Endpoint> = {
  async '/'(redis, command) {
    return toAnswer(await run(redis, command));
  },

  async '/pipeline'(redis, commands) {
    const replies = await runAll(redis, commands);
    return { status: 200, body: replies.map(toEntry) };
  },

  async '/multi-exec'(redis, commands) {
    // Written in one go: nobody else's command gets in between on the shared connection.
    const replies = await runAll(redis, [['MULTI'], ...commands, ['EXEC']]);
    const outcome = replies.at(-1);
    return Array.isArray(outcome) ? { status: 200, body: outcome.map(toEntry) } : toAnswer(outcome);
  },
};

const runAll = (redis: Redis, commands: unknown[]) =>
  Promise.all(commands.map((command) => run(redis, command)));

/** Resolves with the reply, or with the Error that Redis replied; rejects when Redis is away. */
async function run(redis: Redis, request: unknown): Promise<unknown> {
  const [name = '', ...args] = [request].flat().map(String);
  // In capitals, because ioredis reshapes replies by name (`hgetall`).
  const command = new RedisCommand(name.toUpperCase(), args, { replyEncoding: 'utf8' });
  try {
    return await redis.sendCommand(command);
  } catch (error) {
    if (error instanceof ReplyError) return error;
    throw error;
  }
}

const toEntry = (reply: unknown) =>
  reply instanceof Error ? { error: reply.message } : { result: reply };

function toAnswer(reply: unknown): Answer {
  return { status: reply instanceof Error ? 400 : 200, body: toEntry(reply) };
}

function failure(status: number, error: string): Answer {
  return { status, body: { error } };
}
