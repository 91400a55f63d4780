// INLINED INTO THE PAGE in place of Astro's own <astro-island> (dev/inline-scripts.ts): keep it tiny.
import type { ClientDirective } from 'astro';

type Renderer = (
  island: HTMLElement,
) => (component: unknown, props: unknown, slots: object, options: object) => unknown;

/**
 * <astro-island> as far as this site needs it: one directive, one renderer, props of plain data, no
 * slots. Astro's own takes 1.5 KB of the landing page's 6 (brotli), most of it for what is not here.
 */
class Island extends HTMLElement {
  connectedCallback() {
    const intent: ClientDirective = Reflect.get(window, 'Astro').intent;
    intent(() => this.load(), { name: 'intent', value: '' }, this);
  }

  /** Brings component and renderer, and resolves with what hands the island over to them. */
  async load() {
    const bring = (attribute: string) => importTwice(this.getAttribute(attribute) ?? '');
    const modules = await Promise.all([bring('component-url'), bring('renderer-url'), parsed()]);
    const [component, renderer] = modules.map((module) => module?.default);
    const props = revive(JSON.parse(this.getAttribute('props') ?? ''));
    return async () => {
      await (renderer as Renderer)(this)(component, props, {}, { client: 'intent' });
      this.removeAttribute('ssr');
    };
  }
}

/** On a bad signal the second try is often the one; another address, since a failure may be remembered. */
async function importTwice(url: string): Promise<{ default: unknown }> {
  try {
    return await import(url);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return import(`${url}?again=${Date.now()}`);
  }
}

/** React takes over what is there, so all of it has to be. */
async function parsed() {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
}

/** Props as Astro writes them: each value as [0, value], or [1, array of such]; inside objects too. */
function revive(props: object): object {
  const value = ([type, content]: [number, unknown]): unknown => {
    if (type) return (content as [number, unknown][]).map(value);
    return content instanceof Object ? revive(content) : content;
  };
  return Object.fromEntries(Object.entries(props).map(([name, it]) => [name, value(it)]));
}

customElements.define('astro-island', Island);
