import type { Visit } from '../client/visit.ts';

/** A press this soon after a tap, and this close to it, is the second of a double tap. */
const DOUBLE_TAP = { ms: 400, px: 24 };

/**
 * Focuses each view once it's painted, and ignores the second press of a double tap, which would press
 * what the first has just opened under the finger.
 */
export function followViews(visit: Visit): void {
  let paintedView = 'landing';
  /** The last one that wasn't ignored, and the view it was in. */
  let tap = { time: Number.NEGATIVE_INFINITY, x: 0, y: 0, view: paintedView };
  let isSecond = false;

  function onPaint() {
    const { view } = visit.getSnapshot();
    if (view === paintedView) return;
    paintedView = view;
    // React focuses the heading of a status. A field that the visitor is editing keeps the focus.
    if (view === 'landing') document.querySelector<HTMLElement>('.hero')?.focus();
    if (view === 'form' && !document.activeElement?.closest('.join'))
      document.getElementById('view-title')?.focus({ preventScroll: true });
  }

  const afterPaint = () => requestAnimationFrame(() => setTimeout(onPaint));
  visit.subscribe(afterPaint);
  afterPaint();

  // A tap fires mousedown, which would move the focus, together with its click.
  function onPress(event: MouseEvent) {
    const { type, timeStamp: time, clientX: x, clientY: y } = event;
    const { view } = visit.getSnapshot();
    if (type === 'pointerdown') {
      isSecond =
        time - tap.time < DOUBLE_TAP.ms && Math.hypot(x - tap.x, y - tap.y) < DOUBLE_TAP.px;
    } else if (isSecond && view !== tap.view) {
      event.preventDefault();
      event.stopPropagation();
    } else if (type === 'click') {
      tap = { time, x, y, view };
    }
    // The next click may come from the keyboard, without a press.
    if (type === 'click') isSecond = false;
  }

  for (const type of ['pointerdown', 'mousedown', 'click'] as const)
    addEventListener(type, onPress, true);
}
