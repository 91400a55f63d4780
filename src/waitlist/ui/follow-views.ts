import type { Visit } from '../client/visit.ts';

/**
 * Puts the focus into each view once it's painted, and ignores a click whose press began before: the
 * second press of a double tap must not open what appeared under the finger.
 */
export function followViews(visit: Visit): void {
  let paintedView = 'first';
  let pressedView: string | undefined;

  function onPaint() {
    const { view } = visit.getSnapshot();
    if (view === paintedView) return;
    paintedView = view;
    // React focuses the heading of a status. A field that the visitor is editing keeps the focus.
    if (view === 'first') document.querySelector<HTMLElement>('.hero')?.focus();
    if (view === 'form' && !document.activeElement?.closest('.join'))
      document.getElementById('view-title')?.focus({ preventScroll: true });
  }

  const afterPaint = () => requestAnimationFrame(() => setTimeout(onPaint));
  visit.subscribe(afterPaint);
  afterPaint();

  const capture = { capture: true };
  const setPressed = (view: string | undefined) => {
    pressedView = view;
  };
  addEventListener('pointerdown', () => setPressed(paintedView), capture);
  addEventListener('pointercancel', () => setPressed(undefined), capture);
  addEventListener(
    'click',
    (event) => {
      // A click from the keyboard has no press.
      const isStale = pressedView && pressedView !== visit.getSnapshot().view;
      setPressed(undefined);
      if (!isStale) return;
      event.preventDefault();
      event.stopPropagation();
    },
    capture,
  );
}
