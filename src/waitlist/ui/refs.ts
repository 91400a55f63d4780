/** A `ref` for the heading of a view. */
export function focusHeading(heading: HTMLElement | null) {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** A `ref` for elements that may appear off screen. */
export const scrollIntoView = (el: HTMLElement | null) => el?.scrollIntoView({ block: 'nearest' });
