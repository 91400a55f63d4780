import { type PropsWithChildren, useEffect, useRef } from 'react';

/** Opens and closes below its button, which may be at the edge of the screen. */
export function Reveal({ isOpen, children }: PropsWithChildren<{ isOpen: boolean }>) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { current } = box;
    if (!isOpen || !current) return;
    const show = () => current.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    // Without motion there are none; a box that closes again cancels them.
    const transitions = current.getAnimations().map(({ finished }) => finished);
    Promise.all(transitions).then(show, () => {});
  }, [isOpen]);

  return (
    <div ref={box} className="reveal" data-open={isOpen}>
      <div>{children}</div>
    </div>
  );
}
