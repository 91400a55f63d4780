/** In pixels, between the toast, what has the focus, and the edge of the screen. */
const GAP = 6;
/** The sheet fades out at the lower edge. */
const FADE = 15;

const FOCUSED = '.sheet :is(input, button):focus';
const NEVER_COVERED = `.corner, #signup [type="submit"], ${FOCUSED}`;

/** Keeps the toast in sight, and off what it must not cover, until the returned function is called. */
export function keepPlaced(toast: HTMLElement): () => void {
  const { visualViewport: screen } = window;
  if (!screen) return () => {};
  const hidden = new AbortController();
  const options = { signal: hidden.signal };
  const place = () => placeToast(toast, screen, false);
  const placeAndScroll = () => placeToast(toast, screen, true);
  place();
  // The form moves the focus to what is wrong; a keyboard takes room away.
  addEventListener('focusin', placeAndScroll, options);
  screen.addEventListener('resize', placeAndScroll, options);
  for (const scrolled of [window, screen]) scrolled.addEventListener('scroll', place, options);
  return () => hidden.abort();
}

/**
 * Puts the toast at the top of the visible screen, which is smaller than the page's while a keyboard is open or
 * the visitor zooms. If that leaves no room for what has the focus, the toast goes to the bottom.
 */
function placeToast(toast: HTMLElement, screen: VisualViewport, mayScroll: boolean) {
  const [top, bottom] = [screen.offsetTop + GAP, screen.offsetTop + screen.height - GAP];
  const visible = { top, bottom, left: screen.offsetLeft, width: screen.width };
  for (const [name, pixels] of Object.entries(visible))
    toast.style.setProperty(`--visible-${name}`, `${pixels}px`);
  for (const edge of ['top', 'bottom']) {
    toast.dataset.edge = edge;
    const box = toast.getBoundingClientRect();
    const [from, to] = edge === 'top' ? [box.bottom + GAP, bottom] : [top, box.top - GAP];
    if (mayScroll && !scrollFocused(from, to)) continue;
    if (!coversAny(box)) return;
  }
}

/**
 * Scrolls what has the focus between two heights on the screen, with its label and error if there's room. Returns
 * false if there's no room for it.
 */
function scrollFocused(top: number, bottom: number): boolean {
  const focused = document.querySelector(FOCUSED);
  if (!focused) return true;
  const box = focused.getBoundingClientRect();
  const label = (focused.closest('.field') ?? focused).getBoundingClientRect();
  const error = document.querySelector('.form-error')?.getBoundingClientRect() ?? box;
  const end = Math.max(box.bottom, error.bottom) + FADE;
  const fits = end - label.top <= bottom - top;
  const [from, to] = fits ? [label.top, end] : [box.top, box.bottom];
  scrollBy(0, Math.min(0, from - top) || Math.max(0, to - bottom));
  return box.height <= bottom - top;
}

function coversAny(toast: DOMRect): boolean {
  const boxes = Array.from(document.querySelectorAll(NEVER_COVERED), (element) =>
    element.getBoundingClientRect(),
  );
  return boxes.some(
    ({ left, right, top, bottom }) =>
      left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
  );
}
