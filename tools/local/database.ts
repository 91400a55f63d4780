import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readDatabaseEnv } from '../../netlify/queue/database-env.ts';
import { Unavailable } from '../../netlify/queue/redis.ts';
import { fillDemo } from './fill-demo.ts';
import { startRedis } from './local-redis.ts';
import { startRestGateway } from './rest-gateway.ts';

const DIR = fileURLToPath(new URL('../../.data/redis', import.meta.url));

/**
 * Makes UPSTASH_REDIS_REST_URL and _TOKEN name a database: where neither is set, or `local` asks for it,
 * the Redis of this laptop behind a gateway that speaks Upstash's protocol. Returns its name for the
 * terminal. Throws Unavailable for a variable that is wrong, when Redis does not start, and where a
 * `persistent` list would be in memory.
 */
export async function provideDatabase({ local = false, persistent = false }) {
  const env = readDatabaseEnv(local ? {} : process.env);
  if (env.kind === 'invalid') throw new Unavailable(env.message);
  if (env.kind === 'hosted') {
    return { name: `hosted, ${new URL(env.url).host}`, close: async () => {} };
  }
  const redis = await startRedis(DIR, { persistent });
  const gateway = await startRestGateway({ redis, token: randomUUID() });
  process.env.UPSTASH_REDIS_REST_URL = gateway.url;
  process.env.UPSTASH_REDIS_REST_TOKEN = gateway.token;
  return {
    name: `local, ${redis.where}`,
    async close() {
      await gateway.close();
      await redis.stop();
    },
  };
}

let started: Promise<void> | undefined;

/**
 * For a server: provides the database until Ctrl-C ends the process, and says which one. What is wrong
 * ends the start in one sentence.
 */
export function startDatabase(): Promise<void> {
  // Astro starts its server anew where its settings have changed.
  started ??= start();
  return started;
}

async function start() {
  const isDemo = Boolean(process.env.WAITLIST_DEMO);
  const opening = provideDatabase({ local: isDemo });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => opening.then(({ close }) => close()).finally(() => process.exit()));
  }
  const { name } = await opening.catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
  const invented = isDemo && (await fillDemo());
  console.log(`The list is ${name}${invented ? `, with ${invented} invented members` : ''}.`);
}
