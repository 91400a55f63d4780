import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { withDeadline } from './sharing.ts';
import { showToast } from './toast.ts';

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
      <div>
        <figure className="card">{children}</figure>
      </div>
    </div>
  );
}

/**
 * Draws while it's open, and again if `draw` changes. Closes with the message if that fails or stalls; what comes later,
 * or once another view is open, is ignored.
 */
export function useDrawing<Drawing>(draw: () => Promise<Drawing>, message: string) {
  const [isOpen, setOpen] = useState(false);
  const [drawing, setDrawing] = useState<Drawing>();

  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    const fail = () => {
      setOpen(false);
      showToast(message);
    };
    withDeadline(draw()).then(
      (drawn) => isOver || setDrawing(drawn),
      () => isOver || fail(),
    );
    return () => {
      isOver = true;
    };
  }, [isOpen, draw, message]);

  return { isOpen, setOpen, drawing };
}
