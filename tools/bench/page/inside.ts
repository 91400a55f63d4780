/** What the page saw of her visit. Times are milliseconds. */
export interface Observed {
  /** From the tap that was honoured to the first frame with the form in it. */
  tapToForm: number;
  /** From a key to the frame that shows it, as the Event Timing API has it: 16 stands for "or less". */
  slowestKey: number;
  /** Layout shift that no tap or key caused, summed up. */
  shift: number;
}

declare global {
  interface Window {
    benchSight(at: { x: number; y: number }): void;
    benchForm(): void;
    benchResult(): Observed;
  }
}

/** Runs in the page, before everything else in it, and is sent there as text: it may use nothing of this file. */
export function watchFromInside() {
  let tappedAt = Number.NaN;
  let formAt = Number.NaN;
  let slowestKey = 16;
  let shift = 0;
  window.benchResult = () => ({ tapToForm: formAt - tappedAt, slowestKey, shift });

  function observe(type: string, each: (entry: PerformanceEntry) => void) {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(each));
    const options = { type, durationThreshold: 16, buffered: true };
    observer.observe(options as PerformanceObserverInit);
  }
  observe('event', ({ name, duration }) => {
    if (/^(?:key|(?:before)?input)/.test(name)) slowestKey = Math.max(slowestKey, duration);
  });
  // https://wicg.github.io/layout-instability/, which TypeScript does not know.
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & Record<string, number>;
    if (!hadRecentInput) shift += value ?? 0;
  });

  // The first paint may be of the page's upper half, before the picture is parsed.
  const findPicture = () => {
    const box = document.querySelector('a.hero')?.getBoundingClientRect();
    if (!box?.height) return void requestAnimationFrame(findPicture);
    const bottom = Math.min(box.bottom, innerHeight);
    window.benchSight({ x: box.x + box.width / 2, y: (box.y + bottom) / 2 });
  };
  observe('paint', ({ name }) => {
    if (name === 'first-contentful-paint') findPicture();
  });

  const findForm = () => {
    const form = document.querySelector('.join form');
    // Its entrance begins at opacity 0, and nobody sees that frame.
    if (!form?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      return void requestAnimationFrame(findForm);
    }
    // A message posted from a frame is handled once that frame is painted.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      formAt = performance.now();
      window.benchForm();
    };
    port2.postMessage(0);
  };
  const tapped = ({ timeStamp }: Event) => {
    if (!Number.isNaN(formAt)) return;
    if (Number.isNaN(tappedAt)) requestAnimationFrame(findForm);
    tappedAt = timeStamp;
  };
  addEventListener('pointerdown', tapped, { capture: true, passive: true });
}
