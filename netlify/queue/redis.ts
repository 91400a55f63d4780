import { Redis } from '@upstash/redis';
import { Misconfigured, RedisOutage } from './unavailable.ts';

class Timeout extends Error {}

/**
 * The page gives up after 15 seconds, in which four requests fit: EVALSHA and EVAL, each sent twice. Only a script
 * that another request is loading (script.ts) may take six.
 */
export const DEADLINE_MS = 3_400;

/** http:// requests to these hosts never leave this machine. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

const WHERE = 'in the "REST API" section of your database at console.upstash.com';

type Database = { url: string; token: string };

/** A response of Upstash's REST API: https://upstash.com/docs/redis/features/restapi */
type UpstashResponse = { result?: never; error?: string };

/**
 * Reads UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN; undefined if neither is set. Throws Misconfigured
 * if one is missing or the URL is wrong. The message shows neither, since each may contain a secret.
 */
export function readDatabaseEnv(env: NodeJS.ProcessEnv): Database | undefined {
  // `NAME=` in a copied .env counts as not set.
  const url = env.UPSTASH_REDIS_REST_URL?.trim() ?? '';
  const token = env.UPSTASH_REDIS_REST_TOKEN?.trim();
  if (!url && !token) return undefined;
  // People often copy the console's other URL, rediss://default:password@…
  if (!isSafeUrl(url))
    throw new Misconfigured(`UPSTASH_REDIS_REST_URL must be the https:// URL you find ${WHERE}.`);
  if (!token) throw new Misconfigured(`UPSTASH_REDIS_REST_TOKEN is missing: find it ${WHERE}.`);
  return { url, token };
}

/** Whether requests to this URL are encrypted, or stay on this machine, and it has no password. */
export function isSafeUrl(url: string): boolean {
  const { protocol, hostname = '', username, password } = URL.parse(url) ?? {};
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.includes(hostname));
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

/** Throws Misconfigured if a variable is missing or wrong. `deadlineMs` applies to each request. */
export function connectRedis(
  env: NodeJS.ProcessEnv = process.env,
  deadlineMs = DEADLINE_MS,
): WaitlistRedis {
  const database = readDatabaseEnv(env);
  if (!database) {
    throw new Misconfigured('UPSTASH_REDIS_REST_URL and _TOKEN are missing: see .env.example');
  }
  return new WaitlistRedis(database, deadlineMs);
}

/**
 * Sends a command, and retries once if the connection broke, since an idle function's connection may be
 * closed. Both may run: a signup is recognized by its key, a limit counts both, and a member who leaves is
 * unknown_member the second time. Throws RedisOutage.
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

/** Posts JSON and follows no redirect. Throws Timeout after `deadlineMs`, otherwise what fetch throws. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { deadlineMs, ignoresBody = false }: { deadlineMs: number; ignoresBody?: boolean },
) {
  // Garbage collection may lose an AbortSignal.timeout: https://github.com/nodejs/undici/issues/3644
  const deadline = new AbortController();
  const late = () => deadline.abort(new Timeout(`no response within ${deadlineMs} ms`));
  const timer = setTimeout(late, deadlineMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: deadline.signal,
    });
    // An ignored body may be huge.
    const text = ignoresBody ? await response.body?.cancel() : await response.text();
    return { ok: response.ok, status: response.status, text: text ?? '' };
  } finally {
    clearTimeout(timer);
  }
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

/** Why a request got no response, for the log: our own sentence, or an error's code, such as ECONNREFUSED. */
export function causeOf(error: unknown): string {
  if (error instanceof Timeout) return error.message;
  const { code, name } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : name;
}
