import { read, save } from '../client/storage.ts';

const FONTS_LOADED = 'fonts-loaded';

/** Sets the page in its own fonts, which delay the first paint if they aren't in the cache. */
export function showWebFonts(): void {
  document.documentElement.setAttribute('data-web-fonts', '');
  document.fonts.ready.then(() => save(FONTS_LOADED, 'yes'));
}

/** Shows them at once if they're in the cache, and otherwise after the first paint. */
export function loadWebFonts(): void {
  if (read(FONTS_LOADED)) showWebFonts();
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(showWebFonts, 200)));
  document.querySelector('.join')?.addEventListener('focusin', showWebFonts, { once: true });
}
