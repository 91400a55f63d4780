import { type PropsWithChildren, useEffect, useRef, useState } from 'react';
import { withDeadline } from '../client/send.ts';
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
 * Draws while it's open, and again if `draw` changes, such as for a new position. Closes with the message if that fails
 * or stalls; what comes later, or once another view is open, is ignored.
 */
export function useDrawing<Drawing>(draw: () => Promise<Drawing>, message: string) {
  const [isOpen, setOpen] = useState(false);
  const [drawn, setDrawn] = useState<{ draw: typeof draw; drawing: Drawing }>();

  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    withDeadline(draw()).then(
      (drawing) => isOver || setDrawn({ draw, drawing }),
      () => {
        if (isOver) return;
        setOpen(false);
        showToast(message);
      },
    );
    return () => {
      isOver = true;
    };
  }, [isOpen, draw, message]);

  return { isOpen, setOpen, drawing: drawn?.draw === draw ? drawn.drawing : undefined };
}
