import { errors, Redis } from '@upstash/redis';
import { readDatabaseEnv } from './database-env.ts';

/** Says in a sentence, without personal data, why the waitlist cannot be reached. */
export class Unavailable extends Error {}

/** What Redis did to us, in the words of redisFailure. */
export class RedisOutage extends Unavailable {}

/** Longer than any healthy answer, short enough that a visitor still waits. */
const DEADLINE_MS = 5_000;

/** A response of Upstash's REST API, which the client reads: https://upstash.com/docs/redis/features/restapi */
type UpstashResponse = { result?: never; error?: string };

type Database = { url: string; token: string; deadlineMs: number };

/**
 * Upstash's commands, sent by us: their own sender follows redirects, and puts the whole command,
 * phone and all, into its errors.
 */
export class WaitlistRedis extends Redis {
  constructor(database: Database) {
    super({ request: ({ path = [], body }) => send(database, path, body) });
    // Otherwise a text of digits comes back as a number, and a record as an object.
    this.opts = { automaticDeserialization: false };
  }

  /** A client that sends the commands of one moment in one request, in their order. */
  batching(): Redis {
    return this.autoPipeline();
  }
}

/** A command may take `deadlineMs`. Throws Unavailable, naming the variable that is missing or wrong. */
export function connectRedis(
  env: NodeJS.ProcessEnv = process.env,
  deadlineMs = DEADLINE_MS,
): WaitlistRedis {
  const database = readDatabaseEnv(env);
  if (database.kind === 'unset') {
    throw new Unavailable('UPSTASH_REDIS_REST_URL and _TOKEN are missing: see .env.example');
  }
  if (database.kind === 'invalid') throw new Unavailable(database.message);
  return new WaitlistRedis({ ...database, deadlineMs });
}

/**
 * Sends a command once, and once more if the connection broke: an idle function may find its
 * connection closed. Both may have run: a signup is known again by its key, a limit counts both, and
 * who leaves twice is unknown_member the second time. Throws RedisOutage for whatever goes wrong.
 */
function send(database: Database, path: string[], body: unknown): Promise<UpstashResponse> {
  const attempt = () => post(database, path, body);
  return attempt()
    .catch((error) => (error instanceof TypeError ? attempt() : Promise.reject(error)))
    .catch((error) => Promise.reject(new RedisOutage(redisFailure(error))));
}

async function post(database: Database, path: string[], body: unknown): Promise<UpstashResponse> {
  const { url, token, deadlineMs } = database;
  // A timer that holds the controller: an AbortSignal.timeout may be lost to garbage collection
  // (https://github.com/nodejs/undici/issues/3644).
  const deadline = new AbortController();
  const late = () => deadline.abort(new Unavailable(`no answer within ${deadlineMs} ms`));
  const timer = setTimeout(late, deadlineMs);
  try {
    const response = await fetch([url.replace(/\/$/, ''), ...path].join('/'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: deadline.signal,
    });
    if (response.status >= 300 && response.status < 400) {
      throw new Unavailable('UPSTASH_REDIS_REST_URL answers with a redirect');
    }
    return await readResponse(response);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws for a refusal here, since a pipeline or transaction does not look for one. */
async function readResponse(response: Response): Promise<UpstashResponse> {
  const text = await response.text();
  let body: UpstashResponse | UpstashResponse[] | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Something else answers in its stead.
  }
  if (body && 'error' in body) throw new errors.UpstashError(`${body.error}`);
  if (body && (Array.isArray(body) || 'result' in body)) return body as UpstashResponse;
  throw new Unavailable(`the answer, of status ${response.status}, isn't JSON of Redis`);
}

/**
 * Why Redis failed, for the log: our own sentence, or of an error only the code in front, such as
 * OOM or READONLY, since its message may hold personal data.
 */
export function redisFailure(error: unknown): string {
  if (error instanceof Unavailable) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const { code } = (error.cause ?? error) as { code?: unknown };
  const inFront = /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] ?? code;
  return typeof inFront === 'string' ? inFront : error.name;
}
