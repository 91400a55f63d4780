import type { KeyboardEvent } from 'react';

/** A link announced as a button, because it works without script. */
export function BackHome({ label, href }: { label: string; href: string }) {
  function pressOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <button> does nothing before its script has loaded.
    <a className="corner back" href={href} role="button" onKeyDown={pressOnSpace}>
      {label}
    </a>
  );
}
