/**
 * Generated bodies and headers against the function, and what they cost it:
 *   npm run bench:hostile                     some 120,000 requests
 *   npm run bench:hostile -- --seed 42        the same again with another seed
 * Needs the pages that the build writes for forms without script; builds when they are not there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startWaitlist } from '../../tests/support/waitlist.ts';
import { deployFunction, silenceLog } from './faults/function.ts';
import { attack } from './hostile/attack.ts';
import { flood } from './hostile/flood.ts';
import { table } from './markdown.ts';

const ROOT = new URL('../..', import.meta.url);
const ROUNDS = 10;
const EACH = { json: 10_000, forms: 2_000, signups: 1_000 };
const FLOOD = { addresses: 10_000, windowSeconds: 2 };

const given = process.argv.indexOf('--seed');
const seed = given > 0 ? Number(process.argv[given + 1]) : 20_260_101;
if (!existsSync(new URL('netlify/http/generated/form.html', ROOT))) {
  process.stderr.write('building the pages that answer forms...\n');
  spawnSync('astro', ['build'], { cwd: ROOT, stdio: 'ignore' });
}
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const print = console.log;
silenceLog();
const waitlist = await startWaitlist();
const handler = await deployFunction(waitlist.env);
const rows: string[][] = [];
let problems = 0;
for (let round = 1; round <= ROUNDS; round += 1) {
  await waitlist.redis.flushall();
  const started = performance.now();
  const { redis } = waitlist;
  const defence = await attack({ ...EACH, seed: seed + round, handler, redis });
  problems += defence.problems.length;
  const seconds = (performance.now() - started) / 1000;
  collectGarbage();
  rows.push([
    `${round}`,
    `${seed + round}`,
    defence.requests.toLocaleString('en-US'),
    Object.entries(defence.statuses)
      .map((pair) => pair.join(': '))
      .join(', '),
    `${defence.members}`,
    `${defence.problems.length}`,
    `${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(1)} MB`,
    `${seconds.toFixed(0)} s`,
  ]);
  process.stderr.write(`round ${round} of ${ROUNDS}\n`);
}
print(
  table(
    ['round', 'seed', 'requests', 'answers', 'members', 'problems', 'heap after gc', 'time'],
    rows,
  ),
);

await waitlist.redis.flushall();
const WAITLIST_RATE_WINDOW_SECONDS = String(FLOOD.windowSeconds);
const short = await deployFunction({ ...waitlist.env, WAITLIST_RATE_WINDOW_SECONDS });
const flooded = await flood({ ...FLOOD, handler: short, redis: waitlist.redis });
print(
  `\nA flood from ${FLOOD.addresses.toLocaleString('en-US')} addresses: ${flooded.counted} counters at its height, ${flooded.left} of them ${flooded.seconds.toFixed(1)} s after its end (window ${FLOOD.windowSeconds} s), the list sound: ${flooded.problems.length === 0 ? 'yes' : 'NO'}.`,
);
await waitlist.stop();
process.exitCode = problems + flooded.left + flooded.problems.length === 0 ? 0 : 1;
