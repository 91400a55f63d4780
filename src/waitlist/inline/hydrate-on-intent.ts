import type { ClientDirective } from 'astro';
import { withDeadline } from '../client/send.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean;
  }
}

/**
 * client:intent hydrates once a visitor opens the form or a status, or presses, focuses or types inside
 * the island (docs/decisions/target-and-intent.md). If React fails to load, the form still posts, a status
 * says so (start-visit.ts), and the next event inside the island tries again.
 */
const intent: ClientDirective = (load, _options, island) => {
  let isLoading = false;
  const hydrate = async () => {
    // Astro removes the attribute once React has come.
    if (isLoading || !island.hasAttribute('ssr')) return;
    isLoading = true;
    // Otherwise the browser would find them only once the island's own files have arrived.
    for (const url of island.dataset.imports?.split(' ') ?? [])
      import(/* @vite-ignore */ url).catch(() => {});
    // If the script can't be loaded, Astro logs why, and `render` does nothing.
    await withDeadline(load().then((render) => render())).catch(() => {});
    isLoading = false;
    if (island.hasAttribute('ssr')) window.visit.update({ react: 'missing' });
  };
  const onVisitChange = () => {
    const { isOpen, react } = window.visit.state;
    // After the next paint, which loading would delay.
    if (isOpen && react !== 'missing') requestAnimationFrame(() => setTimeout(hydrate));
  };
  for (const type of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(type, hydrate);
  addEventListener('visit', onVisitChange);
  // The inline script that creates the visit comes after the island.
  if (window.visit) onVisitChange();
};

export default intent;
