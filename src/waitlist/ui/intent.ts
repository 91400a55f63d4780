import type { ClientDirective } from 'astro';

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
  let hasStarted = false;
  const hydrate = async () => {
    if (hasStarted) return;
    hasStarted = true;
    try {
      // Where the script cannot be loaded, Astro logs why, and `render` does nothing.
      const render = await load();
      await render();
    } finally {
      // Astro removes the attribute once the island is React's.
      hasStarted = !island.hasAttribute('ssr');
      if (!hasStarted) main.dispatchEvent(new Event('hydrationfail'));
    }
  };
  const onViewChange = () => {
    const isOpen = ['form', 'status'].includes(main.dataset.view ?? '');
    // After the next paint, which the loading would delay.
    if (isOpen) requestAnimationFrame(() => setTimeout(hydrate));
  };
  for (const sign of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(sign, hydrate);
  main.addEventListener('viewchange', onViewChange);
  onViewChange();
};

export default intent;
