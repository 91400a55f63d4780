import { luaScript, type ScriptRedis } from '../netlify/queue/lua-script.ts';
import { KEYS } from '../netlify/queue/queue.ts';
import { joinNumber } from '../netlify/queue/referral-code.ts';
import type { Backup } from './backup-file.ts';
import { dueScores } from './due-scores.ts';
import { RESTORING, UNREADABLE } from './keys.ts';
import { progress } from './progress.ts';
import * as lua from './restore.lua.ts';

export type RestoreResult = 'restored' | 'taken' | 'lost' | 'busy';

/** Pairs in a request: some 150 KB of records, of the 1 MB that the service takes at least. */
const BATCH = 500;

/** Longer than any batch takes to arrive. */
const DEAD_AFTER_SECONDS = 60;

const OURS: string[] = [RESTORING.lock, RESTORING.queue, RESTORING.members, RESTORING.unreadable];
const THEIRS = [KEYS.queue, KEYS.members, UNREADABLE, KEYS.joined, KEYS.days];

const begin = luaScript(lua.BEGIN_RESTORE);
const loadBatch = luaScript(lua.LOAD_BATCH);
const finish = luaScript(lua.FINISH_RESTORE);
const abandon = luaScript(lua.ABANDON_RESTORE);

type Pair = readonly [string | number, string | number];

/**
 * Makes an empty database hold what a backup holds, in one step at the end of a long loading.
 * 'taken' when somebody joined meanwhile, 'busy' while another restore is under way, 'lost' when it
 * took so long between two batches that it counted as dead. Unless it ends in 'restored', nothing of
 * it stays. Throws when Redis fails and the reason of `signal` when that aborts.
 */
export async function restoreList(
  redis: ScriptRedis,
  { joined, days, records, unreadable }: Backup,
  signal: AbortSignal,
): Promise<RestoreResult> {
  const scores = dueScores(records);
  const lease = [crypto.randomUUID(), DEAD_AFTER_SECONDS];
  if ((await begin(redis, OURS, lease)) !== 1) return 'busy';
  let result: unknown = 'lost';
  let loaded = 0;
  const bar = progress('Restoring', records.size + unreadable.length + scores.size);
  try {
    let greatest = joined;
    for (const code of scores.keys()) greatest = Math.max(greatest, joinNumber(code));
    const steps: [command: string, key: string, pairs: Iterable<Pair>][] = [
      ['HSET', RESTORING.members, records],
      ['HSET', RESTORING.unreadable, unreadable],
      ['ZADD', RESTORING.queue, scorePairs(scores)],
    ];
    for (const [command, key, pairs] of steps) {
      for (const batch of batchesOf(pairs)) {
        signal.throwIfAborted();
        const args = [...lease, command, OURS.indexOf(key) + 1, ...batch];
        if ((await loadBatch(redis, OURS, args)) !== 1) return 'lost';
        loaded += batch.length / 2;
        bar.update(loaded);
      }
    }
    signal.throwIfAborted();
    const counters = [greatest, ...[...days].flat()];
    result = await finish(redis, [...OURS, ...THEIRS], [...lease, ...counters]);
    return result as RestoreResult;
  } finally {
    bar.end();
    // Where this fails as well, the next restore clears it away, or `verify --fix`.
    if (result !== 'restored') await abandon(redis, OURS, lease).catch(() => {});
  }
}

function* scorePairs(scores: Map<string, number>): Generator<Pair> {
  for (const [code, score] of scores) yield [score, code];
}

function* batchesOf(pairs: Iterable<Pair>): Generator<(string | number)[]> {
  let batch: (string | number)[] = [];
  for (const pair of pairs) {
    batch.push(...pair);
    if (batch.length < 2 * BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
