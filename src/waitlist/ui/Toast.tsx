import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

interface ToastMessage {
  text: string;
  /** `sending` is for screen readers only: the button shows it. */
  tone: 'error' | 'success' | 'sending';
  /** A new one for each message, so that the same text is announced twice. */
  id: number;
}

const DURATION_MS = { error: 6_000, success: 4_000, sending: 20_000 };

let current: ToastMessage | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function setToast(toast: ToastMessage | undefined) {
  current = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showToast(text: string, tone: ToastMessage['tone'] = 'error') {
  lastId += 1;
  setToast({ text, tone, id: lastId });
}

export const hideToast = () => setToast(undefined);

/** The message that is shown, if any. */
export const useToast = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );

/** The text, with no line that breaks at a hyphen. */
export const Unbroken = ({ text }: { text: string }) => (
  <span>
    {text.split(/(\S+-\S+)/).map((part) => (
      <span key={part} className={part.includes('-') ? 'unbroken' : undefined}>
        {part}
      </span>
    ))}
  </span>
);

/** The only place for messages. A live region announces only what changes in it, so it is always there. */
export function Toast() {
  const toast = useToast();
  const output = useRef<HTMLOutputElement>(null);

  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(hideToast, DURATION_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast]);

  useEffect(() => {
    const hide = () => current?.tone !== 'sending' && hideToast();
    for (const event of ['pointerdown', 'input']) addEventListener(event, hide);
    return () => {
      for (const event of ['pointerdown', 'input']) removeEventListener(event, hide);
    };
  }, []);

  // A keyboard covers the page without resizing it.
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
          <Unbroken text={toast.text} />
        </p>
      )}
    </output>
  );
}
