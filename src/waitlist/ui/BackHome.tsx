import { type KeyboardEvent, useEffect, useRef } from 'react';

/** A link that is announced as a button: it needs no script and keeps ?ref in the address. Escape presses it. */
export function BackHome({ label, href }: { label: string; href: string }) {
  const link = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    function pressOnEscape({ key, isComposing }: globalThis.KeyboardEvent) {
      // A first view has no hash, and an Escape may end an input method.
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
    // biome-ignore lint/a11y/useSemanticElements: a <button> does nothing before its script is there.
    <a ref={link} className="corner back" href={href} role="button" onKeyDown={pressOnSpace}>
      {label}
    </a>
  );
}
