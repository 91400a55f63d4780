import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRedisServer } from 'js-redis-server';
import { connectRedis, readDatabaseEnv } from '../../netlify/queue/redis.ts';
import { Unavailable } from '../../netlify/queue/unavailable.ts';
import { fillDemo } from './fill-demo.ts';
import { findRedis } from './programs.mjs';
import { startRestGateway } from './rest-gateway.ts';
import { startRedis } from './start-program.ts';

const DIR = '.data/redis';

/** How commands reach the database while the site is served. */
const ACCESS_FILE = '.data/local-database.json';

/** Each folder has its own port, below the ephemeral ones. */
export const FOLDER_PORT =
  20_000 + (hash('sha256', process.cwd(), 'buffer').readUInt16BE() % 10_000);

/**
 * For `npm start` and the preview, which serve the site at `siteUrl`: keeps the hosted database that the environment
 * names, or starts a local one that lives as long as this process. If that fails, prints why and ends the process.
 */
export async function startDatabase(siteUrl: string): Promise<void> {
  // Links in webhooks lead to the port that the site is on, unless .env names another site.
  process.env.SITE_URL ||= siteUrl;
  const isDemo = process.argv.includes('--demo');
  try {
    const name = (!isDemo && hostedDatabase()) || (await startLocalDatabase());
    const members = isDemo ? `, ${await fillDemo()}` : '';
    console.log(`The list is ${name}${members}.`);
  } catch (error) {
    fail((error as Error).message);
  }
}

/** For a command: the hosted database, or that of the site served here, with the variables that lead to it. */
export async function openDatabase({ local }: { local: boolean }) {
  const hosted = !local && hostedDatabase();
  if (hosted) return { name: hosted, isLocal: false, env: process.env };
  const served = await findServedDatabase();
  if (served) return { name: 'local', isLocal: true, env: { ...process.env, ...served } };
  throw new Unavailable('Start the site first: npm start');
}

/** Throws Unavailable if a variable is wrong. */
function hostedDatabase(): string | undefined {
  const database = readDatabaseEnv(process.env);
  return database && `hosted, ${new URL(database.url).host}`;
}

/** Starts one, or uses that of another server in this folder, and points the environment to it. */
async function startLocalDatabase(): Promise<string> {
  const served = await findServedDatabase();
  if (served) {
    Object.assign(process.env, served);
    return 'local, shared with the site that is already served here';
  }
  mkdirSync(DIR, { recursive: true, mode: 0o700 });
  const program = findRedis();
  const redis = program ? startRedis(program, DIR) : await createRedisServer();
  if ('child' in redis)
    redis.child.once('exit', () => fail(`The local Redis has ended: see ${DIR}/redis.log.`));
  const token = randomUUID();
  const { url } = await startRestGateway({ redis, token, port: FOLDER_PORT });
  const { SITE_URL } = process.env;
  const access = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, SITE_URL };
  writeFileSync(ACCESS_FILE, JSON.stringify(access), { mode: 0o600 });
  Object.assign(process.env, access);
  if (!program) return 'in memory until you stop: there is no redis-server or valkey-server here';
  // After an unclean end, Redis would append to half a transaction, and apply it at the next start.
  await connectRedis().exec(['BGREWRITEAOF']);
  return `local, in .data/redis (${program})`;
}

/** The variables that lead to the database of the site served here; undefined if none is. */
async function findServedDatabase(): Promise<NodeJS.ProcessEnv | undefined> {
  try {
    const access = JSON.parse(readFileSync(ACCESS_FILE, 'utf8'));
    await connectRedis(access).ping();
    // Links that a command prints lead to the port that the site is on, unless .env names another site.
    return { ...access, SITE_URL: process.env.SITE_URL || access.SITE_URL };
  } catch {
    return undefined;
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
