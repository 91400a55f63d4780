import { type KeyboardEvent, useEffect, useRef } from 'react';

/** A link announced as a button, because it works without script. Escape presses it. */
export function BackHome({ label, href }: { label: string; href: string }) {
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    function pressOnEscape({ key, isComposing }: globalThis.KeyboardEvent) {
      // There's no hash on the first view, and during composition Escape closes the input method.
      if (key === 'Escape' && location.hash && !isComposing) link.current?.click();
    }
    addEventListener('keydown', pressOnEscape);
    return () => removeEventListener('keydown', pressOnEscape);
  }, []);

  function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> does nothing before its script has loaded.
    <a ref={link} className="corner back" href={href} role="button" onKeyDown={pressOnSpace}>
      {label}
    </a>
  );
}
