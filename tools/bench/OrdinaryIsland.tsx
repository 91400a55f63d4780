// Shipped to the browser, in the copy of the site that bench/variants.ts makes.
import { type ComponentProps, useEffect } from 'react';
import WaitlistIsland from '../../src/waitlist/ui/WaitlistIsland.tsx';

/**
 * The island as it would ordinarily be: the picture's link leads nowhere, and a click on it changes
 * the view once React is there. What the page shows, and how, is the same.
 */
export default function OrdinaryIsland(props: ComponentProps<typeof WaitlistIsland>) {
  useEffect(() => {
    const link = document.querySelector('.hero');
    const open = (event: Event) => {
      event.preventDefault();
      location.hash = 'join';
    };
    link?.addEventListener('click', open);
    return () => link?.removeEventListener('click', open);
  }, []);
  return <WaitlistIsland {...props} />;
}
