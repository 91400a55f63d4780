import type { ClientDirective } from 'astro';
import { DEADLINE_MS } from '../client/deadline.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean;
  }
}

/**
 * client:intent hydrates once a visitor opens the form or a status, or presses, focuses or types inside
 * the island (docs/decisions/target-and-intent.md). If React fails to load, the form still posts, a status
 * says that it couldn't load (start-visit.ts), and the next event inside the island tries again.
 */
const intent: ClientDirective = (load, _options, island) => {
  let hasStarted = false;
  const setMissing = (isScriptMissing: boolean) => window.visit.update({ isScriptMissing });
  const hydrate = async () => {
    if (hasStarted) return;
    hasStarted = true;
    // A stalled connection raises no error.
    const timer = setTimeout(setMissing, DEADLINE_MS, true);
    // If the script can't be loaded, Astro logs why, and `render` does nothing.
    const render = await load();
    await render();
    clearTimeout(timer);
    // Astro removes the attribute after hydration.
    hasStarted = !island.hasAttribute('ssr');
    setMissing(!hasStarted);
  };
  const onVisitChange = () => {
    const { isOpen, isScriptMissing } = window.visit.state;
    // After the next paint, which loading would delay.
    if (isOpen && !isScriptMissing) requestAnimationFrame(() => setTimeout(hydrate));
  };
  for (const type of ['pointerdown', 'focusin', 'keydown']) island.addEventListener(type, hydrate);
  addEventListener('visit', onVisitChange);
  // The inline script that creates the visit comes after the island.
  if (window.visit) onVisitChange();
};

export default intent;
