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
