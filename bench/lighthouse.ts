import lighthouse from 'lighthouse';

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
  /** What cost points: `category: audit (value) element`. */
  failed: string[];
}

/** Lighthouse's default run, for phones, with the browser that listens on `port`. */
export async function audit(url: string, port: number): Promise<PageScore> {
  const result = await lighthouse(url, {
    port,
    onlyCategories: [...CATEGORIES],
    logLevel: 'silent',
    // A page for a missing path is a page too.
    ignoreStatusCode: true,
  });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse failed on ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { audits, categories } = result.lhr;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const failed = CATEGORIES.flatMap((name) => {
    const refs = categories[name]?.auditRefs ?? [];
    return refs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id} ${describe(audits[id])}`);
  });
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    failed,
  };
}

/** The audit's value and the first element or message it names, so that one can act on it. */
function describe(audit: { displayValue?: string; details?: unknown } | undefined): string {
  const [first] = Object(audit?.details).items ?? [];
  const where = first?.node?.snippet ?? first?.description ?? '';
  return [audit?.displayValue, where].filter(Boolean).join(' · ');
}
