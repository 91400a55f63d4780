// SHIPPED TO THE BROWSER, inlined into the page: keep it tiny.
import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean;
  }
}

const SIGNS = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * client:intent hydrates at the first sign that she means to join: the form comes into view
 * (#join), or a press, focus or key inside it. Until then not a byte of React is loaded, nor
 * prefetched: at load that cost half of the LCP again (902 -> 1,352 ms), and later it gained nothing.
 */
const intent: ClientDirective = (load, _options, island) => {
  const hydrate = async () => {
    removeEventListener('hashchange', onView);
    for (const sign of SIGNS) island.removeEventListener(sign, hydrate);
    (await load())();
  };
  const onView = () => {
    if (location.hash === '#join') hydrate();
  };
  addEventListener('hashchange', onView);
  for (const sign of SIGNS) island.addEventListener(sign, hydrate);
  onView();
};

export default intent;
