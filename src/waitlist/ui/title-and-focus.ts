import { useEffect } from 'react';

/** Sets the page's title, unless it's undefined because the view isn't shown. */
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

/** A `ref` for the heading of a view. */
export function focusHeading(heading: HTMLElement | null) {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** A `ref` for elements that may appear off screen. */
export const scrollIntoView = (el: HTMLElement | null) => el?.scrollIntoView({ block: 'nearest' });
