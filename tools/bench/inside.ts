/** Where the picture was when it was first painted. */
export interface Sight {
  x: number;
  y: number;
}

/** What the page saw of her visit. Times are milliseconds. */
export interface Observed {
  /** From the tap that was honoured to the first frame with the form in it. */
  tapToForm: number;
  /** From a key to the frame that shows it, as the Event Timing API has it: 16 stands for "or less". */
  slowestKey: number;
  /** Layout shift that no tap or key caused, summed up. */
  shift: number;
  /** What the form's fields held. */
  fields: Record<string, string>;
}

/** https://wicg.github.io/layout-instability/, which TypeScript does not know. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
}

declare global {
  interface Window {
    benchSight(sight: Sight): void;
    benchForm(): void;
    bench: { result(): Observed };
  }
}

/** Runs in the page, before everything else in it, and is sent there as text: it may use nothing of this file. */
export function watchFromInside() {
  let tappedAt = Number.NaN;
  let formAt = Number.NaN;
  let slowestKey = 16;
  let shift = 0;

  // The first paint may be of the page's upper half, before the picture is parsed.
  const find = () => {
    const box = document.querySelector('a.hero')?.getBoundingClientRect();
    if (!box?.height) return void requestAnimationFrame(find);
    const bottom = Math.min(box.bottom, innerHeight);
    window.benchSight({ x: box.x + box.width / 2, y: (box.y + bottom) / 2 });
  };
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName('first-contentful-paint').length) return;
    observer.disconnect();
    find();
  }).observe({ type: 'paint', buffered: true });

  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (/^(?:key|(?:before)?input)/.test(name)) slowestKey = Math.max(slowestKey, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
      if (!entry.hadRecentInput) shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });

  const look = () => {
    const form = document.querySelector('.join form');
    // Its entrance begins at opacity 0, and nobody sees that frame.
    if (!form?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      requestAnimationFrame(look);
      return;
    }
    // A message posted from a frame is handled once that frame is painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      formAt = performance.now();
      window.benchForm();
    };
    port2.postMessage(0);
  };
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      if (!Number.isNaN(formAt)) return;
      if (Number.isNaN(tappedAt)) requestAnimationFrame(look);
      tappedAt = timeStamp;
    },
    { capture: true, passive: true },
  );

  window.bench = {
    result() {
      const fields = document.querySelectorAll<HTMLInputElement>('.join input[name]');
      return {
        tapToForm: formAt - tappedAt,
        slowestKey,
        shift,
        fields: Object.fromEntries(Array.from(fields, ({ name, value }) => [name, value])),
      };
    },
  };
}
