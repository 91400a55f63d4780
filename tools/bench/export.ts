/**
 * What the command line takes for a long list, on a Redis of its own, each command in a process of
 * its own:
 *   npm run bench:export                      a million made people
 *   npm run bench:export -- --people 100000
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEYS } from '../../netlify/queue/queue.ts';
import { makePeople, phoneOf } from '../../tests/support/people.ts';
import { runCli } from '../../tests/support/run-cli.ts';
import { startWaitlist, type Waitlist } from '../../tests/support/waitlist.ts';
import { figure, table } from './markdown.ts';

/** The issue's, for a million people. */
const GOALS = { seconds: 120, megabytes: 500 };

/** Has a process say how much memory it held at most, in KB. */
const SAY_PEAK = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => console.error("peak", process.resourceUsage().maxRSS))',
)}`;

const given = process.argv.indexOf('--people');
const people = given > 0 ? Number(process.argv[given + 1]) : 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'bench-export-'));
const csv = join(folder, 'people.csv');
const rows: string[][] = [];
let missed = 0;

const full = await startWaitlist();
process.stderr.write(`making ${figure(people)} people...\n`);
const middle = (await makePeople(full.redis, people))[people / 2]?.code ?? '';
await measure(full, 'export', csv);
await measure(full, 'export', join(folder, 'people.jsonl'));
await measure(full, 'stats');
await measure(full, 'list');
await measure(full, 'find', phoneOf(people / 2));
await measure(full, 'find', middle);
await measure(full, 'verify');
const copy = join(folder, 'backup.jsonl');
await measure(full, 'backup', copy);
const places = await readQueue(full);
await full.stop();

const empty = await startWaitlist();
await measure(empty, 'import', csv, '--yes');
const same = (await readQueue(empty)) === places;
await measure(empty, 'import', csv, '--yes');
await empty.redis.flushall();
await measure(empty, 'restore', copy, '--yes');
const restored = (await readQueue(empty)) === places;
await empty.stop();

console.log(table(['command', 'seconds', 'peak memory', 'goal'], rows));
console.log(
  `\n${figure(people)} people, ${figure(statSync(csv).size / 2 ** 20)} MB of CSV; the same queue after export and import: ${same ? 'yes' : 'NO'}, after backup and restore: ${restored ? 'yes' : 'NO'}.`,
);
rmSync(folder, { recursive: true });
process.exitCode = missed === 0 && same && restored ? 0 : 1;

async function measure({ env }: Waitlist, command: string, ...args: string[]) {
  process.stderr.write(`${command}...\n`);
  const started = performance.now();
  const run = await runCli({ ...env, NODE_OPTIONS: `--import=${SAY_PEAK}` }, command, ...args);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = Number(/^peak (\d+)$/m.exec(run.stderr)?.[1]) / 1024;
  if (run.code !== 0) throw new Error(run.stderr);
  const met = seconds < GOALS.seconds && megabytes < GOALS.megabytes;
  if (command === 'export' && !met) missed += 1;
  const goal = `under ${GOALS.seconds} s, ${GOALS.megabytes} MB: ${met ? 'met' : 'MISSED'}`;
  const shown = [command, ...args].join(' ').replaceAll(`${folder}/`, '');
  rows.push([
    shown,
    seconds.toFixed(1),
    `${figure(megabytes)} MB`,
    command === 'export' ? goal : '',
  ]);
}

/** All codes with their scores, in order. */
async function readQueue({ redis }: Waitlist): Promise<string> {
  return (await redis.zrange(KEYS.queue, 0, -1, 'WITHSCORES')).join(' ');
}
