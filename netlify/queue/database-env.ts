type DatabaseEnv =
  | { kind: 'hosted'; url: string; token: string }
  | { kind: 'local' }
  | { kind: 'invalid'; message: string };

const WHERE = 'in the "REST API" section of your database at console.upstash.com';

/**
 * Which database the two UPSTASH_REDIS_REST_ variables ask for: both set mean that one, none a
 * local one. `message` is a sentence for people, and holds no value, as a Redis URL has a password.
 */
export function readDatabaseEnv(env: Record<string, string | undefined>): DatabaseEnv {
  const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = env;
  // `NAME=` in a copied .env counts as not set.
  const url = UPSTASH_REDIS_REST_URL?.trim();
  const token = UPSTASH_REDIS_REST_TOKEN?.trim();

  if (!url && !token) return { kind: 'local' };
  if (!url) return missing('UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN');
  if (!token) return missing('UPSTASH_REDIS_REST_TOKEN', 'UPSTASH_REDIS_REST_URL');
  // The other address in the console, rediss://…, is the usual mistake.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    const message = `UPSTASH_REDIS_REST_URL must be the https:// address you find ${WHERE}.`;
    return { kind: 'invalid', message };
  }
  return { kind: 'hosted', url, token };
}

function missing(name: string, present: string): DatabaseEnv {
  const message = `${name} is missing while ${present} is set: find it ${WHERE}, or unset both to use a local Redis.`;
  return { kind: 'invalid', message };
}
