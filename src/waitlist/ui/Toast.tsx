import { useEffect, useLayoutEffect, useRef } from 'react';
import { DEADLINE_MS } from '../client/waitlist-api.ts';
import { dismissToast, hideToast, useToast } from './toast-state.ts';

/** A response or the deadline replaces `sending` before its time is up. */
const DURATION_MS = { error: 6_000, success: 4_000, sending: DEADLINE_MS + 5_000 };

/** Always on the page, because a live region only announces changes. */
export function Toast() {
  const toast = useToast();
  const output = useRef<HTMLOutputElement>(null);

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(hideToast, DURATION_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast]);

  useEffect(() => {
    for (const event of ['pointerdown', 'input']) addEventListener(event, dismissToast);
    return () => {
      for (const event of ['pointerdown', 'input']) removeEventListener(event, dismissToast);
    };
  }, []);

  // The on-screen keyboard covers the page without resizing it.
  useLayoutEffect(() => {
    const screen = window.visualViewport;
    if (!toast || !screen) return;
    const place = () => {
      const bottom = `${screen.offsetTop + screen.height}px`;
      output.current?.style.setProperty('--visible-bottom', bottom);
    };
    place();
    for (const event of ['resize', 'scroll']) screen.addEventListener(event, place);
    return () => {
      for (const event of ['resize', 'scroll']) screen.removeEventListener(event, place);
    };
  }, [toast]);

  return (
    <output ref={output} className="toast" data-tone={toast?.tone} tabIndex={-1}>
      {toast && (
        <p key={toast.id} id="message">
          {toast.text}
        </p>
      )}
    </output>
  );
}
