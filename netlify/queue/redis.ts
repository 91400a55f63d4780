import { Redis } from '@upstash/redis';
import { causeOf, isSafeUrl, post } from './post.ts';
import { RedisOutage, Unavailable } from './unavailable.ts';

/** The page gives up after 15 seconds, in which four requests fit: EVALSHA and EVAL, each sent twice. */
export const DEADLINE_MS = 3_400;

const WHERE = 'in the "REST API" section of your database at console.upstash.com';

type Database = { url: string; token: string };

/** A response of Upstash's REST API: https://upstash.com/docs/redis/features/restapi */
type UpstashResponse = { result?: never; error?: string };

/**
 * Reads UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN; undefined if neither is set. Throws Unavailable
 * if one is missing or the URL is wrong. The message shows neither, since each may contain a secret.
 */
export function readDatabaseEnv(env: NodeJS.ProcessEnv): Database | undefined {
  // `NAME=` in a copied .env counts as not set.
  const url = env.UPSTASH_REDIS_REST_URL?.trim() ?? '';
  const token = env.UPSTASH_REDIS_REST_TOKEN?.trim();
  if (!url && !token) return undefined;
  // People often copy the console's other URL, rediss://default:password@…
  if (!isSafeUrl(url))
    throw new Unavailable(`UPSTASH_REDIS_REST_URL must be the https:// URL you find ${WHERE}.`);
  if (!token) throw new Unavailable(`UPSTASH_REDIS_REST_TOKEN is missing: find it ${WHERE}.`);
  return { url, token };
}

/**
 * Upstash's client with our own requests, because the client's follow redirects, and its errors contain the
 * whole command, including the phone.
 */
export class WaitlistRedis extends Redis {
  constructor(database: Database, deadlineMs: number) {
    super({ request: ({ path = [], body }) => send(database, deadlineMs, path, body) });
    // Otherwise digits are parsed as numbers, and records as objects.
    this.opts = { automaticDeserialization: false };
  }

  /** A client that sends all commands of one tick in one request, in order; the client's type hides it. */
  declare autoPipeline: () => Redis;
}

/** Throws Unavailable if a variable is missing or wrong. `deadlineMs` applies to each request. */
export function connectRedis(
  env: NodeJS.ProcessEnv = process.env,
  deadlineMs = DEADLINE_MS,
): WaitlistRedis {
  const database = readDatabaseEnv(env);
  if (!database) {
    throw new Unavailable('UPSTASH_REDIS_REST_URL and _TOKEN are missing: see .env.example');
  }
  return new WaitlistRedis(database, deadlineMs);
}

/**
 * Sends a command, and once more if the connection broke, as an idle function's may have, but not if the response is
 * late. Both may run: a signup is recognized by its key, a limit counts both, and a member who leaves is unknown_member
 * the second time. Throws RedisOutage, which netlify/http/response.ts makes a 503.
 */
async function send({ url, token }: Database, deadlineMs: number, path: string[], body: unknown) {
  const target = [url.replace(/\/$/, ''), ...path].join('/');
  const headers = { Authorization: `Bearer ${token}` };
  const attempt = () => post(target, headers, JSON.stringify(body), { deadlineMs });
  const retry = (error: unknown) =>
    error instanceof TypeError ? attempt() : Promise.reject(error);
  const fail = (error: unknown) => Promise.reject(new RedisOutage(causeOf(error)));
  const { status, text } = await attempt().catch(retry).catch(fail);
  return readResponse(status, text, path.length > 0);
}

/** What an operator can do about a status or an error. */
const REFUSALS: [RegExp, string][] = [
  [/^401$/, 'UPSTASH_REDIS_REST_TOKEN is wrong'],
  [/^403$/, '403, the database is closed to this token or IP: see the console'],
  [/^429$|max (daily )?requests? limit exceeded/, "the plan's requests are used up: upgrade it"],
  [/max concurrent connections/, "the plan's connections are used up: upgrade it"],
  [/max request size/, 'the request is larger than the plan allows: upgrade it'],
  [/max single record size/, 'a key is as large as the plan allows: upgrade it'],
  [/^OOM |DB capacity quota exceeded/, 'OOM, the database is full: upgrade its plan'],
  [/^NOPERM /, 'NOPERM, the token may not write: copy the one that may'],
  [/^READONLY /, 'READONLY, the database is a replica: copy the URL of the primary'],
];

/** Otherwise only an error's code, such as LOADING, because its text may contain personal data. */
const explainRefusal = (text: string) =>
  REFUSALS.find(([pattern]) => pattern.test(text))?.[1] ?? /^[A-Z]{2,}(?= )/.exec(text)?.[0];

/** Throws RedisOutage if Redis refused any command, which the client would quote with its arguments. */
function readResponse(status: number, text: string, isBatch: boolean): UpstashResponse {
  const refusal = explainRefusal(`${status}`);
  if (refusal) throw new RedisOutage(refusal);
  let body: UpstashResponse | UpstashResponse[] | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy or another server responded.
  }
  const replies = [body].flat();
  const error = replies.find((reply) => reply?.error)?.error;
  if (error) throw new RedisOutage(explainRefusal(error) ?? 'Redis refused');
  const isWhole = replies.every((reply) => reply?.result !== undefined);
  if (isWhole && Array.isArray(body) === isBatch) return body as UpstashResponse;
  throw new RedisOutage(`the response (status ${status}) isn't JSON from Redis`);
}
