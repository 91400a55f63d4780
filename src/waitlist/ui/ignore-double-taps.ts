/** A press this soon after a tap, and this close to it, is the second of a double tap. */
const DOUBLE_TAP = { ms: 400, px: 24 };

/** Ignores the second press of a double tap, which would press what the first has opened under the finger. */
export function ignoreDoubleTaps(): void {
  /** The last one that wasn't ignored, and the view it was in. */
  let tap = { time: Number.NEGATIVE_INFINITY, x: 0, y: 0, view: '' };
  let isSecond = false;

  // A tap fires mousedown, which would move the focus, together with its click.
  function onPress(event: MouseEvent) {
    const { type, timeStamp: time, clientX: x, clientY: y } = event;
    const { view = '' } = document.body.dataset;
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
