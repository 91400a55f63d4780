import type { ClientDirective } from 'astro';
import { readEntry } from '../client/history-entry.ts';

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
  const main = island.closest('main') as HTMLElement;
  let asked = false;
  const hydrate = async () => {
    if (asked) return;
    asked = true;
    try {
      // Astro logs what went wrong; what it gives then does nothing.
      await (await load())();
    } finally {
      asked = !island.hasAttribute('ssr');
      if (!asked && main.dataset.view === 'status') showFirstView();
    }
  };
  const showFirstView = () => {
    main.dataset.view = 'first';
    // A form opened from here would name the member of this address as the inviter.
    if (readEntry().isOwn) history.replaceState(null, '', '/');
  };
  const onView = () => {
    const isOpen = ['form', 'status'].includes(main.dataset.view ?? '');
    // After the next paint, which the loading would delay.
    if (isOpen) requestAnimationFrame(() => setTimeout(hydrate));
  };
  for (const sign of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(sign, hydrate);
  main.addEventListener('viewchange', onView);
  onView();
};

export default intent;
