import { useEffect, useLayoutEffect, useRef } from 'react';
import { DEADLINE_MS } from '../client/waitlist-api.ts';
import { keepPlaced } from './place-toast.ts';
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
    const closed = new AbortController();
    function onPress({ type, target }: Event) {
      // Hidden before its click, the toast would let it through to what lies below.
      if (type === 'click' || !output.current?.contains(target as Node)) dismissToast();
    }
    for (const type of ['pointerdown', 'click', 'input'])
      addEventListener(type, onPress, { capture: true, signal: closed.signal });
    return () => closed.abort();
  }, []);

  useLayoutEffect(() => {
    const isVisible = toast && toast.tone !== 'sending';
    return isVisible && output.current ? keepPlaced(output.current) : undefined;
  }, [toast]);

  return (
    <output
      ref={output}
      className="toast"
      data-tone={toast?.tone}
      tabIndex={-1}
      // A press on it leaves the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
    >
      {toast && (
        <p key={toast.id} id="message" aria-hidden={toast.isSilent}>
          {toast.text}
        </p>
      )}
    </output>
  );
}
