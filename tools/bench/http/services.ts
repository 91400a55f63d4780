import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { startTestRedis } from '../../../tests/support/redis.ts';
import { startChild } from './child.ts';

const ROOT = new URL('../../..', import.meta.url);

/** The function as packed for a deploy behind HTTP, the REST gateway, and a Redis: a process each. */
export async function startServices() {
  if (!existsSync(new URL('netlify/http/generated/form.html', ROOT))) {
    process.stderr.write('building the pages that answer forms...\n');
    spawnSync('astro', ['build'], { cwd: ROOT, stdio: 'ignore' });
  }
  const redis = await startTestRedis();
  const token = 'bench';
  const gateway = await startChild('gateway.ts', {
    BENCH_REDIS_SOCKET: redis.path,
    UPSTASH_REDIS_REST_TOKEN: token,
  });
  const env = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: token };
  // Everybody comes from 127.0.0.1 and is counted, and nobody is stopped.
  const site = await startChild('function-server.ts', { ...env, WAITLIST_RATE_LIMIT: '1000000' });
  return {
    site: site.url,
    env,
    /** The database itself, to look at what is there. */
    redis: redis.client,
    async stop() {
      await site.stop();
      await gateway.stop();
      await redis.stop();
    },
  };
}

export type Services = Awaited<ReturnType<typeof startServices>>;
