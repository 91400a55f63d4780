import type { Visit } from '../client/visit.ts';

/**
 * Focuses each view once it's painted, and ignores clicks that began before that, so that a double tap
 * doesn't press what has just appeared under the finger.
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

  // A tap fires mousedown, which would move the focus, together with its click.
  function ignoreStalePress(event: Event) {
    const isStale = pressedView && pressedView !== visit.getSnapshot().view;
    // The next click may come from the keyboard, without a press.
    if (event.type === 'click') pressedView = undefined;
    if (!isStale) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const setPressed = ({ type }: Event) => {
    pressedView = type === 'pointerdown' ? paintedView : undefined;
  };
  for (const type of ['pointerdown', 'pointercancel']) addEventListener(type, setPressed, true);
  for (const type of ['mousedown', 'click']) addEventListener(type, ignoreStalePress, true);
}
