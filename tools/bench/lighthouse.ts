import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Fetched when it is first asked for: as a dependency it is a fifth of all packages. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** As Lighthouse names them, in the order of its report. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface PageScore {
  /** 0 to 100, one for each of CATEGORIES. */
  scores: number[];
  /** Milliseconds of a mid-range phone on slow 4G, as simulated; CLS has no unit. */
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** Sent over the network, headers included. */
  bytes: number;
  /** What cost points, with its value and the first element it names. */
  failed: { audit: string; detail: string }[];
}

/** Lighthouse's default run, for phones, with the browser that listens on `port`. */
export async function audit(url: string, port: number): Promise<PageScore> {
  const categoriesOnly = `--only-categories=${CATEGORIES.join()}`;
  // A page for a missing path is a page too.
  const options = [`--port=${port}`, categoriesOnly, '--output=json', '--ignore-status-code'];
  const { stdout } = await run('npx', ['--yes', LIGHTHOUSE, url, '--quiet', ...options], {
    maxBuffer: 100 * 1024 * 1024,
  });
  const { audits, categories, mainDocumentUrl, runtimeError }: Result = JSON.parse(stdout);
  if (runtimeError) throw new Error(`Lighthouse failed on ${url}: ${runtimeError.message}`);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const isRight = expectedOfMissing(audits, mainDocumentUrl ?? url);
  const counted = CATEGORIES.map((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null } = audits[id] ?? {};
      return weight > 0 && score !== null && !isRight(id) ? [{ name, id, weight, score }] : [];
    }),
  );
  return {
    scores: counted.map(weighted),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    failed: counted
      .flat()
      .filter(({ score }) => score < 1)
      .map(({ name, id }) => ({ audit: `${name}: ${id}`, detail: describe(audits[id]) })),
  };
}

/** What is read here of Lighthouse's report. */
interface Result {
  mainDocumentUrl?: string;
  runtimeError?: { message: string };
  categories: Record<string, { auditRefs: { id: string; weight: number }[] }>;
  audits: Audits;
}

type Audits = Record<
  string,
  {
    score: number | null;
    numericValue?: number;
    displayValue?: string;
    // biome-ignore lint/suspicious/noExplicitAny: each audit has items of its own kind.
    details?: { items?: any[] };
  }
>;

/**
 * Which audits complain of a missing path's status 404 and of nothing else. They are left out, since
 * the status is right: with them no such page has more than 96 for practices and 90 for SEO.
 */
function expectedOfMissing(audits: Audits, url: string): (id: string) => boolean {
  if (!itemsOf(audits['network-requests']).some((it) => it.url === url && it.statusCode === 404)) {
    return () => false;
  }
  const onlyItself = itemsOf(audits['errors-in-console']).every(
    (item) => item.sourceLocation?.url === url && /\b404\b/.test(item.description),
  );
  return (id) => id === 'http-status-code' || (id === 'errors-in-console' && onlyItself);
}

/** As Lighthouse does it: 0 to 100. */
function weighted(audits: { weight: number; score: number }[]): number {
  const total = audits.reduce((sum, { weight }) => sum + weight, 0);
  const reached = audits.reduce((sum, { weight, score }) => sum + weight * score, 0);
  return Math.round((100 * reached) / total);
}

/** The audit's value and the first element or message it names, so that one can act on it. */
function describe(audit: Audits[string] | undefined): string {
  const [first] = itemsOf(audit);
  return [audit?.displayValue, first?.node?.snippet ?? first?.description]
    .filter(Boolean)
    .join(' · ');
}

// biome-ignore lint/suspicious/noExplicitAny: each audit has items of its own kind.
function itemsOf(audit: Audits[string] | undefined): any[] {
  return audit?.details?.items ?? [];
}
