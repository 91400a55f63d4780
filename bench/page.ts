import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowser } from './browser.ts';
import { journeyGoals, scoreGoals } from './goals.ts';
import { type Journey, PAUSES_MS, RATES, travel } from './journey.ts';
import { audit } from './lighthouse.ts';
import { table } from './markdown.ts';
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

const home = await mkdtemp(join(tmpdir(), 'bench-page-'));
const cleanUp: (() => unknown)[] = [() => rm(home, { recursive: true, force: true })];
try {
  progress('building this site, and the ordinary one');
  const variants = await buildVariants(home);
  const waitlist = await startWaitlist(variants.ours.folder);
  cleanUp.push(waitlist.stop);
  const all = [variants.ours, variants.floor, variants.ordinary];
  const sites = await Promise.all(all.map((variant) => serve(variant, waitlist.call)));
  for (const site of sites) cleanUp.push(site.close);
  const { browser, port } = await startBrowser();
  cleanUp.push(() => browser.close());
  const [ours, floor] = [variants.ours.name, variants.floor.name];

  // Side by side: whatever else the machine does meanwhile is done to all of them.
  const measured: Measured[] = sites.flatMap(({ name }) =>
    (name === ours ? PATHS : ['/']).map((path) => ({ site: name, path, runs: [] })),
  );
  for (let run = 1; run <= RUNS && options.only !== 'journeys'; run += 1) {
    for (const { site, path, runs } of measured) {
      progress(`Lighthouse ${run} of ${RUNS}: ${path} of ${site}`);
      const origin = sites.find(({ name }) => name === site)?.origin;
      runs.push(await audit(`${origin}${path}`, port));
    }
  }

  const journeys: Journey[] = [];
  for (let run = 1; run <= RUNS && options.only !== 'lighthouse'; run += 1) {
    for (const rate of RATES) {
      for (const pause of PAUSES_MS) {
        for (const site of sites) {
          if (site.name !== ours && run > RUNS_OF_OTHERS) continue;
          progress(`journeys ${run} of ${RUNS}: ${site.name}, ${rate}x, tap at +${pause} ms`);
          const { takeReceived } = waitlist;
          journeys.push(await travel(browser, site, { rate, pause, takeReceived }));
        }
      }
    }
  }

  print(`# Page bench: medians of ${RUNS}`);
  if (options.only !== 'journeys') {
    print('## Lighthouse, phone, simulated slow 4G', scoreTable(measured, floor));
    const failed = failedAudits(measured);
    if (failed.length) print('What cost points:', failed.join('\n'));
  }
  if (options.only !== 'lighthouse') {
    const names = sites.map(({ name }) => name);
    print('## Journeys, phone, slow 4G', journeyTable(journeys, names, floor));
    print('Times are medians (times the floor) – the worst of all.');
  }
  const goals = [
    ...(options.only === 'journeys' ? [] : scoreGoals(measured, ours, floor)),
    ...(options.only === 'lighthouse' ? [] : journeyGoals(journeys, ours)),
  ];
  const rows = goals.map(({ goal, reached, met }) => [goal, reached, met ? 'met' : 'missed']);
  print('## Goals', table(['goal', 'reached', ''], rows));
} finally {
  progress();
  for (const step of cleanUp.reverse()) await step();
}

function print(...paragraphs: string[]) {
  for (const paragraph of paragraphs) process.stdout.write(`${paragraph}\n\n`);
}

/** One line that is written over, for whoever watches. */
function progress(text = '') {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
