import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepBrowser } from './browser.ts';
import { type Goal, goalTable } from './goal.ts';
import { journeyGoals, scoreGoals } from './goals.ts';
import { type Journey, PAUSES_MS, RATES, travel } from './journey.ts';
import { audit } from './lighthouse.ts';
import { machineLoad, print, progress } from './print.ts';
import { journeyTable } from './report-journeys.ts';
import { failedAudits, type Measured, scoreTable } from './report-scores.ts';
import { serve } from './serve.ts';
import { buildVariants } from './variants.ts';
import { startWaitlist } from './waitlist.ts';

const HELP = `npm run bench:page -- [options]

  --quick              one run of everything, to see that it works
  --only lighthouse    or --only journeys: one half
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit();
}

/** Ours travels 2 rates x 4 moments x 5 = 40 times; the others often enough for a median at each rate. */
const RUNS = options.quick ? 1 : 5;
const RUNS_OF_OTHERS = options.quick ? 1 : 2;

/** About and not-found have no script to take away: each is its own floor. */
const PATHS = ['/', '/about', '/nope'];

const home = mkdtempSync(join(tmpdir(), 'bench-page-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const cleanUp: (() => unknown)[] = [];
try {
  progress('building this site, and the ordinary one');
  const variants = await buildVariants(home);
  const waitlist = await startWaitlist(variants.ours.folder);
  cleanUp.push(waitlist.stop);
  const all = [variants.ours, variants.floor, variants.ordinary];
  const sites = await Promise.all(all.map((variant) => serve(variant, waitlist.call)));
  for (const site of sites) cleanUp.push(site.close);
  const browser = await keepBrowser();
  cleanUp.push(browser.close);
  const [ours, floor] = [variants.ours.name, variants.floor.name];
  const goals: Goal[] = [];

  print(`# Page bench: medians of ${RUNS}`);
  print(`Chromium ${browser.version()}, Node ${process.version}, ${availableParallelism()} cores`);

  if (options.only !== 'journeys') {
    // Side by side: whatever else the machine does meanwhile is done to all of them.
    const pages = sites.flatMap(({ name: site, origin }) =>
      (site === ours ? PATHS : ['/']).map((path) => ({ site, path, url: origin + path })),
    );
    const measured: Measured[] = pages.map((page) => ({ ...page, runs: [] }));
    for (let run = 1; run <= RUNS; run += 1) {
      for (const [i, { site, path, url }] of pages.entries()) {
        progress(`Lighthouse ${run} of ${RUNS}: ${path} of ${site}`);
        measured[i]?.runs.push(await browser.use(({ port }) => audit(url, port)));
      }
    }
    print('## Lighthouse, phone, simulated slow 4G', scoreTable(measured, floor));
    print('Of a missing path, the two complaints about its status 404 itself are not counted.');
    const failed = failedAudits(measured);
    if (failed.length) print('What cost points:', failed.join('\n'));
    print(machineLoad());
    goals.push(...scoreGoals(measured, ours, floor));
  }

  if (options.only !== 'lighthouse') {
    const journeys: Journey[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      for (const [rate, pause] of RATES.flatMap((x) => PAUSES_MS.map((ms) => [x, ms] as const))) {
        for (const site of sites) {
          if (site.name !== ours && run > RUNS_OF_OTHERS) continue;
          progress(`journeys ${run} of ${RUNS}: ${site.name}, ${rate}x, tap at +${pause} ms`);
          const circumstances = { rate, pause, takeReceived: waitlist.takeReceived };
          journeys.push(await browser.use((it) => travel(it.browser, site, circumstances)));
        }
      }
    }
    const names = sites.map(({ name }) => name);
    print('## Journeys, phone, slow 4G', journeyTable(journeys, names, floor));
    print('Times are medians (times the floor) – the worst of all.', machineLoad());
    goals.push(...journeyGoals(journeys, ours));
  }

  print('## Goals', goalTable(goals));
  if (browser.restarts()) print(`The browser ended ${browser.restarts()} times and was restarted.`);
} finally {
  progress();
  for (const step of cleanUp.reverse()) await step();
}
