import { type PropsWithChildren, useEffect, useRef } from 'react';

/** Opens and closes below its button, which may be at the edge of the screen. */
export function Reveal({ isOpen, children }: PropsWithChildren<{ isOpen: boolean }>) {
  const content = useRef<HTMLDivElement>(null);
  const show = () => {
    if (isOpen) content.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  };

  // Without motion no transition ends.
  useEffect(show, [isOpen]);

  return (
    <div className="reveal" data-open={isOpen} onTransitionEnd={show}>
      <div ref={content}>{children}</div>
    </div>
  );
}
