import { join } from 'node:path';
import { startRedis } from './local-redis.ts';
import { startRestGateway } from './rest-gateway.ts';

/**
 * The database of a laptop: the Redis whose data is in `root`/.data/redis, started unless it runs,
 * behind a gateway that speaks Upstash's REST protocol. `where` names it for people. Whoever closes
 * last stops it. Rejects with a sentence when it does not start.
 */
export async function startDatabase(root: string) {
  const redis = await startRedis({ dir: join(root, '.data/redis') });
  const { url, token, ...gateway } = await startRestGateway({ redis, token: crypto.randomUUID() });
  return {
    env: { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token },
    where: redis.where,
    async close() {
      await gateway.close();
      await redis.stop();
    },
  };
}
