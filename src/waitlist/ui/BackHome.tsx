import type { KeyboardEvent } from 'react';

/** A link that is announced as a button: it needs no script and keeps ?ref in the address. */
export function BackHome({ label, href }: { label: string; href: string }) {
  function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> does nothing before its script is there.
    <a className="corner back" href={href} role="button" onKeyDown={pressOnSpace}>
      {label}
    </a>
  );
}
