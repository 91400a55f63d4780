import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { audit } from '../../../tests/support/audit.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { type RedisAddress, startRedis } from '../../local/local-redis.ts';
import { startRestGateway } from '../../local/rest-gateway.ts';
import { comeCrowding, emptyCrowd, judge, type Verdict } from './crowd.ts';
import { deployFunction, pressOn } from './function.ts';

export interface Kills {
  kills: number;
  clients: number;
  seed: number;
  /**
   * When Redis writes to disk. `everysec` may answer before it has written at all, while a fsync is
   * under way; the other two write before each answer.
   */
  appendfsync?: 'always' | 'everysec' | 'no';
}

export interface Killed extends Verdict {
  kills: number;
  outages: number;
  /** People who had been told that they are in line, and were not any more after a restart. */
  forgotten: number;
  ms: number;
}

/**
 * Redis dies by `kill -9` while people join, again and again, and is started on its append-only
 * file each time as `npm start` does it. After each restart the list is audited while the crowd
 * goes on, and everybody who had been told so before has to be in it.
 */
export async function killUnderLoad(options: Kills): Promise<Killed> {
  const { kills, clients, seed, appendfsync = 'always' } = options;
  const started = performance.now();
  const random = randomFrom(seed);
  const dir = mkdtempSync(join(tmpdir(), 'killed-redis-'));
  const start = async () => {
    const redis = await startRedis({ dir });
    await withClient(redis, (client) => client.config('SET', 'appendfsync', appendfsync));
    return redis;
  };
  let redis = await start();
  const gateway = await startRestGateway({ redis, token: 'bench' });
  const handler = await deployFunction({
    UPSTASH_REDIS_REST_URL: gateway.url,
    UPSTASH_REDIS_REST_TOKEN: gateway.token,
  });
  const problems: string[] = [];
  const forgotten = new Set<string>();
  const crowd = emptyCrowd();
  let done = 0;
  const press = pressOn(handler);
  const crowding = comeCrowding({ clients, random, press, more: () => done < kills }, crowd);

  while (done < kills) {
    const pid = await pidOf(redis);
    await sleep(100 + 300 * random());
    // Every other time when Redis has just begun its fsync, as it does when a second is over.
    if (done % 2) await sleep(1000 - (Date.now() % 1000) + 25 * random());
    await killServer(pid);
    const toldBefore = [...crowd.told.values()];
    await redis.stop();
    const next = await start();
    redis = next;
    const now = await withClient(redis, audit);
    problems.push(...now.problems);
    for (const { person, code } of toldBefore) {
      if (now.members.get(person.phone)?.code !== code) forgotten.add(code);
    }
    done += 1;
  }
  await crowding;
  const verdict = await withClient(redis, (client) => judge(client, crowd));
  await gateway.close();
  await redis.stop();
  rmSync(dir, { recursive: true, force: true });
  return {
    ...verdict,
    problems: [...problems, ...verdict.problems],
    kills: done,
    outages: crowd.outages,
    forgotten: forgotten.size,
    ms: performance.now() - started,
  };
}

export async function pidOf(redis: RedisAddress): Promise<number> {
  const info = await withClient(redis, (client) => client.info('server'));
  return Number(/process_id:(\d+)/.exec(info)?.[1]);
}

/** Ends the server as a crash would, and waits until it is gone. */
export async function killServer(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (isAlive(pid)) await sleep(2);
}

/** As an ended child that nobody has waited for yet is still listed, a signal of 0 may find it. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function withClient<T>(
  address: RedisAddress,
  use: (client: Redis) => Promise<T>,
): Promise<T> {
  const client = new Redis({ ...address, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
}
