type DatabaseEnv =
  | { kind: 'hosted'; url: string; token: string }
  | { kind: 'unset' }
  | { kind: 'invalid'; message: string };

const WHERE = 'in the "REST API" section of your database at console.upstash.com';

/** http:// to these addresses never leaves this machine. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Which database the two UPSTASH_REDIS_REST_ variables ask for: both set mean that one, none a
 * local one. `message` is a sentence for people, and holds no value, as each may hold a secret.
 */
export function readDatabaseEnv(env: Record<string, string | undefined>): DatabaseEnv {
  const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = env;
  // `NAME=` in a copied .env counts as not set.
  const url = UPSTASH_REDIS_REST_URL?.trim();
  const token = UPSTASH_REDIS_REST_TOKEN?.trim();

  if (!url && !token) return { kind: 'unset' };
  if (!url || !token) {
    const name = url ? 'UPSTASH_REDIS_REST_TOKEN' : 'UPSTASH_REDIS_REST_URL';
    return invalid(`${name} is missing: find it ${WHERE}, or unset both to use a local Redis.`);
  }
  if (!isDatabaseUrl(url)) {
    return invalid(`UPSTASH_REDIS_REST_URL must be the plain https:// address you find ${WHERE}.`);
  }
  // What no header can carry.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return invalid(`UPSTASH_REDIS_REST_TOKEN must be one word: copy it again ${WHERE}.`);
  }
  return { kind: 'hosted', url, token };
}

/** The other address in the console, rediss://default:password@…, is the usual mistake. */
function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  if (url.protocol === 'http:') return THIS_MACHINE.includes(url.hostname);
  return url.protocol === 'https:';
}

const invalid = (message: string): DatabaseEnv => ({ kind: 'invalid', message });
