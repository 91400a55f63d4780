import { connectRedis } from '../../../netlify/queue/redis.ts';
import { SIGNUP_PATH } from '../../../src/waitlist/shared/contract.ts';
import { newPerson } from '../faults/crowd.ts';
import { deployFunction, pressOn, toRequest } from '../faults/function.ts';
import { median } from '../median.ts';
import type { Services } from './services.ts';

/** What is measured, and how many requests over HTTP are on its way, one after the other. */
export const HOPS = {
  'an empty fetch': 1,
  'a bare PING': 1,
  'the function, called in process': 1,
  'a fetch that waits for a PING': 2,
  'the full path of a signup': 2,
  'and on the disk before the answer': 2,
} as const;

export type PathName = keyof typeof HOPS;

/** The milliseconds that each request took. */
export type Paths = Record<PathName, number[]>;

const WARM_UP = 300;
const REQUESTS = 2_000;

/**
 * Turn by turn, one request of each, so that whatever the machine does meanwhile is done to all. All
 * posts carry a signup and are answered with as many bytes. Redis leaves it to the system when its
 * file gets to the disk, except on the last path: that wait is the disk's.
 */
export async function measurePaths({ site, env, redis }: Services): Promise<Paths> {
  const upstash = connectRedis(env);
  const press = pressOn(await deployFunction({ ...env, WAITLIST_RATE_LIMIT: '1000000' }));
  async function post(path: string): Promise<void> {
    const response = await fetch(new Request(site + path, toRequest(newPerson(), site)));
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    await response.text();
  }
  const requests: Record<PathName, () => Promise<unknown>> = {
    'an empty fetch': () => post('/empty'),
    'a bare PING': () => upstash.ping(),
    'the function, called in process': () => press(newPerson()),
    'a fetch that waits for a PING': () => post('/ping'),
    'the full path of a signup': () => post(SIGNUP_PATH),
    'and on the disk before the answer': () => post(SIGNUP_PATH),
  };
  const names = Object.keys(HOPS) as PathName[];
  const paths = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Paths;
  for (let i = -WARM_UP; i < REQUESTS; i += 1) {
    for (const name of names) {
      const isFlushed = name === 'and on the disk before the answer';
      await redis.config('SET', 'appendfsync', isFlushed ? 'always' : 'no');
      const started = performance.now();
      await requests[name]();
      if (i >= 0) paths[name].push(performance.now() - started);
    }
  }
  await redis.config('SET', 'appendfsync', 'always');
  return paths;
}

/** How many times longer the one takes than the other, by their medians. */
export function ratio(paths: Paths, path: PathName, floor: PathName): number {
  return median(paths[path]) / median(paths[floor]);
}
