import type { ClientDirective } from 'astro';
import { recall } from '../client/remembered.ts';
import { statusKeyInAddress } from '../shared/status-link.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean;
  }
}

/**
 * client:intent hydrates at the first sign that a visitor means to join or to see a status: the view
 * of either opens (#join, #spot…), or a press, focus or key inside the island. Before that no byte of
 * React is loaded: docs/decisions/target-and-intent.md. If React fails to load, the form still posts,
 * a status link shows the first view, and the next sign tries again.
 */
const intent: ClientDirective = (load, _options, island) => {
  const cover = island.closest('.cover')?.classList;
  let asked = false;
  const hydrate = async () => {
    if (asked) return;
    asked = true;
    try {
      // Astro logs what went wrong; what it gives then does nothing.
      await (await load())();
    } finally {
      asked = !island.hasAttribute('ssr');
      if (!asked) cover?.remove('spot');
    }
  };
  const onView = () => {
    const isStatus = statusKeyInAddress(location, recall()?.keyText) !== undefined;
    // :target of CSS matches #join and no status.
    cover?.toggle('spot', isStatus);
    // After the next paint, which the loading would delay.
    if (isStatus || location.hash === '#join') requestAnimationFrame(() => setTimeout(hydrate));
  };
  for (const sign of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(sign, hydrate);
  for (const moment of ['hashchange', 'popstate']) addEventListener(moment, onView);
  onView();
};

export default intent;
