import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectRedis, readDatabaseEnv, Unavailable } from '../../netlify/queue/redis.ts';
import { fillDemo } from './fill-demo.ts';
import { findRedisServer, socketIn, startRedis } from './local-redis.ts';
import { startRestGateway } from './rest-gateway.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIR = join(ROOT, '.data/redis');

/** How commands reach the database while the site is served. */
const ACCESS_FILE = join(ROOT, '.data/local-database.json');

/** Each folder has its own port, below the ephemeral ones. */
const PORT = 20_000 + (createHash('sha256').update(ROOT).digest().readUInt16BE() % 10_000);

/**
 * For a server of the site: keeps the hosted database that the environment names, or starts a local one
 * that lives as long as this process. If that fails, prints why and ends the process.
 *
 * @param siteUrl where the site is served
 */
export async function startDatabase(siteUrl: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit());
  const isDemo = process.argv.includes('--demo');
  try {
    const name = (!isDemo && hostedDatabase()) || (await startLocalDatabase(siteUrl));
    const invented = isDemo ? await fillDemo() : 0;
    console.log(`The list is ${name}${invented ? `, with ${invented} invented members` : ''}.`);
  } catch (error) {
    fail((error as Error).message);
  }
}

/** For a command: points the environment to the hosted database, or to that of the site served here. */
export async function openDatabase({ local }: { local: boolean }): Promise<string> {
  const hosted = !local && hostedDatabase();
  if (hosted) return hosted;
  const siteUrl = await reachServedDatabase();
  if (!siteUrl) throw new Unavailable('Start the site first: npm start');
  // Links that a command prints lead to the port that the site is on.
  process.env.SITE_URL ||= siteUrl;
  return 'local';
}

/** Throws Unavailable if a variable is wrong. */
function hostedDatabase(): string | undefined {
  const database = readDatabaseEnv(process.env);
  return database && `hosted, ${new URL(database.url).host}`;
}

/** Starts one, or uses that of another server in this folder; binding the port is the lock. */
async function startLocalDatabase(siteUrl: string): Promise<string> {
  mkdirSync(DIR, { recursive: true, mode: 0o700 });
  const program = findRedisServer();
  const token = randomUUID();
  const redis = program ? { path: socketIn(DIR) } : await startEmbeddedRedis();
  const gateway = await startRestGateway({ redis, token, port: PORT }).catch((error) => {
    if (error.code !== 'EADDRINUSE') throw error;
  });
  if (gateway) {
    if (program) {
      const child = await startRedis(program, DIR);
      child.once('exit', () => fail('The local Redis has ended. Start the site again.'));
    }
    const access = JSON.stringify({ url: gateway.url, token, siteUrl });
    writeFileSync(ACCESS_FILE, access, { mode: 0o600 });
  }
  // The other server may have bound its port only a moment ago.
  if (!(await reachServedDatabase(10_000))) {
    throw new Unavailable(`Another program uses port ${PORT}, which the local database needs.`);
  }
  if (!gateway) return 'local, shared with the site that is already served here';
  if (program) return `local, in ${relative('.', DIR)} (${program})`;
  return 'in memory until you stop: there is no redis-server or valkey-server here';
}

/** A Redis in this process that runs real Lua and keeps nothing. */
async function startEmbeddedRedis() {
  const { createRedisServer } = await import('js-redis-server');
  const { host, port } = await createRedisServer();
  return { host, port };
}

/**
 * Points the environment to the database of the site that is served in this folder, and returns the
 * site's URL; undefined if the database doesn't respond within `waitMs`.
 */
async function reachServedDatabase(waitMs = 0): Promise<string | undefined> {
  for (const end = Date.now() + waitMs; ; await sleep(20)) {
    try {
      const { url, token, siteUrl } = JSON.parse(readFileSync(ACCESS_FILE, 'utf8'));
      const env = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
      await connectRedis(env).ping();
      Object.assign(process.env, env);
      return siteUrl;
    } catch {
      if (Date.now() >= end) return undefined;
    }
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
