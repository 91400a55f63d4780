import { useEffect } from 'react';
import { TOAST_MS, type ToastMessage } from '../client/visit.ts';
import { useVisit } from './use-visit.ts';

export function showToast(text: string, tone: ToastMessage['tone'] = 'error', isSilent = false) {
  // It's about a view that the visitor has left since.
  if (!window.visit.state.isOpen) return;
  window.visit.update({ toast: { text, tone, isSilent, shownAt: Date.now() } });
}

export const hideToast = () => window.visit.update({ toast: undefined });

/** Always on the page, because a live region only announces changes. */
export function Toast() {
  const { toast } = useVisit();
  useEffect(() => {
    // A response or the deadline replaces `sending`.
    if (!toast || toast.tone === 'sending') return;
    const timer = setTimeout(hideToast, TOAST_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: without a press it closes on its own.
    <output
      className="toast"
      data-tone={toast?.tone}
      tabIndex={-1}
      // A press leaves the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={hideToast}
    >
      {toast && (
        <span key={toast.shownAt} id="message" aria-hidden={toast.isSilent}>
          {toast.text}
        </span>
      )}
    </output>
  );
}
