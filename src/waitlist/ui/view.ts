import { useEffect } from 'react';

/** Names the page, in its tab and its history, while a view is shown; undefined while it is not. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** A `ref`: a view's heading gets the focus as soon as it is there, and the page shows its top. */
export function focusHeading(heading: HTMLElement | null) {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** A `ref`: what comes up beyond the edge of the screen is scrolled to. */
export const intoView = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });
