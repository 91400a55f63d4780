import { type ComponentProps, useEffect, useRef } from 'react';

/** A figure that opens below its button, which may be at the edge of the screen. */
export function Reveal({ isOpen, ...props }: ComponentProps<'figure'> & { isOpen: boolean }) {
  const figure = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isOpen) figure.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [isOpen]);

  return (
    <div className="reveal" data-open={isOpen}>
      <figure {...props} ref={figure} />
    </div>
  );
}
