import { useEffect, useRef } from 'react';
import type { ToastMessage } from '../client/visit.ts';

const DURATION_MS = { error: 6_000, success: 3_000 };

/** In pixels, above and below what has the focus. */
const MARGIN = 14;

export function showToast(text: string, tone: ToastMessage['tone'] = 'error', isSilent = false) {
  window.visit.update({ toast: { text, tone, isSilent, shownAt: Date.now() } });
}

export const hideToast = () => window.visit.update({ toast: undefined });

/** Always on the page, because a live region only announces changes. */
export function Toast({ toast }: { toast: ToastMessage | undefined }) {
  const output = useRef<HTMLOutputElement>(null);

  useEffect(() => {
    const { current } = output;
    // A response or the deadline replaces `sending`.
    if (!toast || toast.tone === 'sending' || !current) return;
    const timer = setTimeout(hideToast, DURATION_MS[toast.tone]);
    const hidden = new AbortController();
    watch(current, { capture: true, signal: hidden.signal });
    return () => {
      clearTimeout(timer);
      hidden.abort();
      current.parentElement?.removeAttribute('style');
    };
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
        <p key={toast.shownAt} id="message" aria-hidden={toast.isSilent}>
          {toast.text}
        </p>
      )}
    </output>
  );
}

/** Keeps the toast in its place, and hides it at the next press, input or scroll. */
function watch(toast: HTMLElement, options: AddEventListenerOptions) {
  const hide = ({ type, target }: Event) => {
    // Hidden before its click, the toast would let it through to what lies below.
    if (type === 'click' || !toast.contains(target as Node)) hideToast();
  };
  for (const type of ['pointerdown', 'click', 'input', 'wheel'])
    addEventListener(type, hide, options);
  const keepPlace = () => place(toast);
  for (const type of ['resize', 'scroll'])
    visualViewport?.addEventListener(type, keepPlace, options);
  // Once the form has moved the focus.
  requestAnimationFrame(keepPlace);
}

/**
 * Puts the toast at the top of the visible screen, which is smaller than the page's while a keyboard is open or
 * the visitor zooms, or at the bottom if there's no room for what has the focus. That scrolls clear of the toast
 * (waitlist.css), with its label and error if they fit.
 */
function place(toast: HTMLElement) {
  const { offsetLeft, offsetTop, width, height } = visualViewport as VisualViewport;
  const { offsetHeight } = toast;
  // The sheet reads them, too.
  const { style } = toast.parentElement as HTMLElement;
  // The page keeps --bar-height free at its top, and 1.25rem at its bottom.
  style.cssText = `
    --visible-left: ${offsetLeft}px; --visible-width: ${width}px;
    --toast-top: max(var(--bar-height), ${offsetTop}px + 0.375rem);
    --clearance: ${offsetHeight}px 0 -0.875rem`;
  const focused = document.querySelector('.sheet :is(input, button):focus');
  const room = offsetTop + height - toast.getBoundingClientRect().bottom;
  if (focused && focused.clientHeight + MARGIN > room)
    style.cssText += `
      --toast-top: ${offsetTop + height - offsetHeight}px;
      --clearance: calc(0.375rem - var(--bar-height)) 0 calc(${offsetHeight}px - 0.875rem)`;
  const error = document.querySelector('.form-error');
  for (const part of [error, focused?.closest('.field'), focused])
    part?.scrollIntoView({ block: 'nearest' });
}
