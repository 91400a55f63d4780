import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { Redis } from 'ioredis';
import { audit } from '../../tests/support/audit.ts';
import { randomFrom } from '../../tests/support/random.ts';
import { goalTable } from './goal.ts';
import { machineLoad, print, progress } from './print.ts';
import { compareWithSeparate, type Trial } from './queue/against-separate.ts';
import { startList } from './queue/list.ts';
import { settleTables, usedMemory } from './queue/memory.ts';
import * as report from './queue/report.ts';
import { measureServerTime } from './queue/server-time.ts';

const HELP = `npm run bench:queue -- [options]

  --ten-million    lists of up to 10 M members instead of 1 M: 3 GB of memory, ten minutes more
  --quick          lists of up to 100 k, to see that it works
`;

const { values: options } = parseArgs({
  options: {
    'ten-million': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit();
}

const SEED = 20_260_101;
const LONGER = options['ten-million'] ? [1_000_000, 10_000_000] : [1_000_000];
const SIZES = [1_000, 100_000, ...(options.quick ? [] : LONGER)];

/** The audit reads the whole list into this process. */
const MOST_AUDITED = 100_000;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const cleanUp: (() => unknown)[] = [];
try {
  const list = await startList({ most: (SIZES.at(-1) ?? 0) * 1.2, random: randomFrom(SEED) });
  cleanUp.push(list.stop);
  // With the script in its cache, which is no member's either.
  await list.joinAtOnce(1);
  await list.empty();
  const empty = await usedMemory(list.client);
  const measured: report.Measured[] = [];
  for (const size of SIZES) {
    progress(`a list of ${report.count(size)}: growing`);
    await list.grow(size);
    const bytes = async () => ((await usedMemory(list.client)) - empty) / list.size();
    const bytesPerMember = await bytes();
    if (size <= MOST_AUDITED) await expectSound(list.client);
    progress(`a list of ${report.count(size)}: measuring`);
    const time = await measureServerTime(list, size);
    await settleTables(list.client, list.size());
    const settledBytes = await bytes();
    measured.push({ size, time, bytesPerMember, settledBytes });
  }
  const trials: Trial[] = [];
  for await (const trial of compareWithSeparate(SEED)) {
    progress(`64 clients: ${trial.way}`);
    trials.push(trial);
  }
  progress();

  const redis = /redis_version:(\S+)/.exec(await list.client.info('server'))?.[1];
  print('# Queue bench');
  print(`Redis ${redis}, Node ${process.version}, ${availableParallelism()} cores, seed ${SEED}`);
  print('## The script, by the time that Redis itself counts', report.timeTable(measured));
  print('## Against separate commands, 64 clients at once', report.separateTable(trials));
  print(machineLoad(), '## Goals', goalTable(report.queueGoals(measured, trials)));
} finally {
  progress();
  for (const step of cleanUp.reverse()) await step();
}

/** Else the figures would be of some other list than the one the script makes. */
async function expectSound(client: Redis): Promise<void> {
  const { problems } = await audit(client);
  if (problems.length) throw new Error(problems.slice(0, 5).join('\n'));
}
