/**
 * The built site against the same pages with every script taken out, which is the floor:
 *   npm run bench:page               twenty minutes, on the built site
 *   npm run bench:page -- --quick    one run of everything, to see that it works
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { freePort, startPreview } from '../../tests/support/start-preview.ts';
import { startWaitlist } from '../../tests/support/waitlist.ts';
import { findBrowser } from '../local/browser.mjs';
import { type Journey, travel } from './page/journey.ts';
import { type Site, serve } from './page/served.ts';
import { count, median, progress, ratio, report, table } from './report.ts';

/** Fetched when it is first asked for: it is large, and few people run this. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

const RUNS = process.argv.includes('--quick') ? 1 : 5;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const PATHS = ['/', '/about', '/404'];

/** How many times slower than this machine the phone's processor is. */
const RATES = [4, 6];

/** How many milliseconds after the first sight of the picture she taps it. */
const PAUSES = [0, 700, 2000, 4000];

const run = promisify(execFile);

/** What is read here of Lighthouse's report. */
interface LighthouseResult {
  audits: Record<string, { numericValue?: number }>;
  categories: Record<string, { score?: number }>;
  runtimeError?: { message: string };
}

/** A browser that talks to nobody but the site, and draws without a graphics card. */
const ALONE = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];

const waitlist = await startWaitlist();
const preview = await startPreview({ ...waitlist.env, WAITLIST_RATE_LIMIT: '0' });
const ours = await serve('this site', preview.origin, true);
const floor = await serve('no script (the floor)', preview.origin, false);
const port = await freePort();
const executablePath = findBrowser();
const args = [...ALONE, `--remote-debugging-port=${port}`];
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
try {
  report(
    'The page',
    `Lighthouse, phone, simulated slow 4G; medians of ${RUNS}:`,
    await compareScores(),
    'Journeys, phone, slow 4G; medians, and behind the dash the worst:',
    await compareJourneys(browser),
    `Chromium ${browser.version()}.`,
  );
} finally {
  progress();
  await browser.close();
  for (const { close } of [ours, floor]) close();
  await preview.stop();
  await waitlist.stop();
}

/** Scores, LCP, TBT, CLS and bytes of a page, as Lighthouse says. */
async function score(url: string): Promise<number[]> {
  // A page for a missing path is a page too.
  const options = [`--port=${port}`, '--output=json', '--quiet', '--ignore-status-code'];
  const command = ['--yes', LIGHTHOUSE, url, `--only-categories=${CATEGORIES.join()}`, ...options];
  const ask = () => run('npx', command, { maxBuffer: 100 * 1024 * 1024 });
  // A trace that lacks its beginning (NO_NAVSTART) is what Lighthouse itself says to run again.
  const { stdout } = await ask().catch(ask);
  const { audits, categories, runtimeError }: LighthouseResult = JSON.parse(stdout);
  if (runtimeError) throw new Error(`Lighthouse failed on ${url}: ${runtimeError.message}`);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return [
    ...CATEGORIES.map((name) => Math.round(100 * (categories[name]?.score ?? 0))),
    value('largest-contentful-paint'),
    value('total-blocking-time'),
    value('cumulative-layout-shift'),
    value('total-byte-weight'),
  ];
}

/** Side by side: whatever else the machine does meanwhile is done to both. */
async function compareScores(): Promise<string> {
  const pages = PATHS.flatMap((path) => [ours, floor].map((site) => ({ site, path })));
  const runs = new Map(pages.map((page) => [page, [] as number[][]]));
  for (let run = 1; run <= RUNS; run += 1) {
    for (const [{ site, path }, scores] of runs) {
      progress(`Lighthouse ${run} of ${RUNS}: ${path} of ${site.name}`);
      scores.push(await score(site.origin + path));
    }
  }
  let base: number[] = [];
  const rows = [...runs].toReversed().map(([{ site, path }, scores]) => {
    const middle = Array.from({ length: 8 }, (_, i) => median(scores.map((all) => all[i] ?? 0)));
    if (site === floor) base = middle;
    const [lcp = 0, tbt = 0, cls = 0, bytes = 0] = middle.slice(4);
    const compared = (figure: number, i: number) =>
      `${count(figure)} (${ratio(figure, base[i] ?? 0)})`;
    const hundreds = middle.slice(0, 4).join(' ');
    return [
      path,
      site.name,
      hundreds,
      compared(lcp, 4),
      count(tbt),
      cls.toFixed(3),
      compared(bytes, 7),
    ];
  });
  const head = ['page', 'site', 'scores', 'LCP ms', 'TBT ms', 'CLS', 'bytes'];
  return table(head, rows.toReversed());
}

async function compareJourneys(browser: Browser): Promise<string> {
  const rows: string[][] = [];
  for (const rate of RATES) {
    const journeys = new Map<Site, Journey[]>([
      [floor, []],
      [ours, []],
    ]);
    for (let run = 1; run <= RUNS; run += 1) {
      for (const pause of PAUSES) {
        for (const [site, all] of journeys) {
          progress(`journeys ${run} of ${RUNS}: ${site.name}, ${rate}x, tap at +${pause} ms`);
          all.push(await travel(browser, site, { rate, pause }));
        }
      }
    }
    for (const [site, all] of journeys) rows.push([`${rate}x`, site.name, ...summary(all)]);
  }
  const head = ['CPU', 'site', 'journeys', 'taps lost', 'characters lost', 'tap to form ms'];
  return table([...head, 'slowest key ms', 'CLS'], rows);
}

function summary(journeys: Journey[]): string[] {
  const figures = (of: (journey: Journey) => number) => {
    const all = journeys.map(of);
    return `${count(median(all))} – ${count(Math.max(...all))}`;
  };
  return [
    count(journeys.length),
    count(journeys.filter(({ isTapLost }) => isTapLost).length),
    count(journeys.reduce((sum, { charactersLost }) => sum + charactersLost, 0)),
    figures(({ tapToForm }) => tapToForm),
    figures(({ slowestKey }) => slowestKey),
    Math.max(...journeys.map(({ shift }) => shift)).toFixed(3),
  ];
}
