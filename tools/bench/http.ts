/**
 * The function as Netlify packs it, behind HTTP, the REST gateway and a real Redis, all on 127.0.0.1:
 *   npm run bench:http    a minute
 */
import { availableParallelism } from 'node:os';
import { randomFrom } from '../../tests/support/random.ts';
import type { Told } from './faults/crowd.ts';
import { silenceLog } from './faults/function.ts';
import { goalTable } from './goal.ts';
import { type Burst, press } from './http/burst.ts';
import { measurePaths } from './http/paths.ts';
import { burstTable, httpGoals, pathTable } from './http/report.ts';
import { startServices } from './http/services.ts';
import { machineLoad, print, progress } from './print.ts';

const SEED = 20_260_101;
const PEOPLE = 1_000;
const BURSTS = 8;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
silenceLog();
const services = await startServices();
try {
  progress('one after the other');
  const paths = await measurePaths(services);

  await services.redis.flushall();
  const random = randomFrom(SEED);
  const line: Told[] = [];
  const bursts: Burst[] = [];
  for (let burst = 1; burst <= BURSTS; burst += 1) {
    progress(`burst ${burst} of ${BURSTS}`);
    bursts.push(await press(services, { people: PEOPLE, line, random }));
  }
  progress();

  print('# HTTP bench');
  print(`Node ${process.version}, ${availableParallelism()} cores, seed ${SEED}`);
  print(
    `## One after the other, ${paths['an empty fetch'].length} of each in turn`,
    pathTable(paths),
  );
  print(`## ${PEOPLE} people pressing at once, ${BURSTS} times`, burstTable(bursts));
  print(machineLoad(), '## Goals', goalTable(httpGoals(paths, bursts, PEOPLE)));
} finally {
  progress();
  await services.stop();
}
