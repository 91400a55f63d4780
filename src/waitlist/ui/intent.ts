import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean;
  }
}

/**
 * client:intent hydrates once a visitor opens the form or a status, or presses, focuses or types inside
 * the island (docs/decisions/target-and-intent.md). If React fails to load, the form still posts, a
 * status link shows the first view, and the next event tries again.
 */
const intent: ClientDirective = (load, _options, island) => {
  let hasStarted = false;
  const hydrate = async () => {
    if (hasStarted) return;
    hasStarted = true;
    try {
      // If the script can't be loaded, Astro logs why, and `render` does nothing.
      const render = await load();
      await render();
    } finally {
      // Astro removes the attribute after hydration.
      hasStarted = !island.hasAttribute('ssr');
      if (!hasStarted && window.visit.state.sheet.kind === 'status') window.visit.close();
    }
  };
  const onVisitChange = () => {
    // After the next paint, which loading would delay.
    if (window.visit.state.isOpen) requestAnimationFrame(() => setTimeout(hydrate));
  };
  for (const type of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(type, hydrate);
  addEventListener('visit', onVisitChange);
  // The inline script that creates the visit comes after the island.
  if (window.visit) onVisitChange();
};

export default intent;
