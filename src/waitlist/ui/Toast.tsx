import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface ToastMessage {
  text: string;
  /** What is being sent is heard, and seen on the button. */
  tone: 'error' | 'success' | 'sending';
  /** New for every message, so that the same one twice is announced twice. */
  id: number;
}

/** Shows a message; without a text, takes the one that is there away. */
export type Say = (text?: string, tone?: ToastMessage['tone']) => void;

/** Long enough to read the longest sentence twice. */
const SHOWN_MS = 10_000;

/** One slot for passing messages: the one of now, and the function that puts one there. */
export function useToast(): [ToastMessage | undefined, Say] {
  const [message, setMessage] = useState<ToastMessage>();
  const say = useCallback<Say>((text, tone = 'error') => {
    setMessage((last) => (text ? { text, tone, id: (last?.id ?? 0) + 1 } : undefined));
  }, []);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(say, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, say]);
  return [message, say];
}

/** The slot itself: always in the page, since a live region announces only what changes in it. */
export function Toast({ message }: { message: ToastMessage | undefined }) {
  const slot = useRef<HTMLOutputElement>(null);

  // What she pressed may be far from it. What is being sent is only heard.
  useLayoutEffect(() => {
    if (message?.tone === 'sending') return;
    slot.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [message]);

  return (
    <output ref={slot} className="toast" data-tone={message?.tone}>
      {message && (
        <span key={message.id} id="message">
          {message.text}
        </span>
      )}
    </output>
  );
}
