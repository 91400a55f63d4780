import { useCallback, useEffect, useState } from 'react';
import { intoView } from './view.ts';

export interface ToastMessage {
  text: string;
  /** The button shows what is being sent; here it is only heard. */
  tone: 'error' | 'success' | 'sending';
  /** New for every message, so that the same one twice is announced twice. */
  id: number;
}

/** Shows a message; without a text, removes the one that is shown. */
export type Say = (text?: string, tone?: ToastMessage['tone']) => void;

/** Long enough to read the longest sentence twice. */
const SHOWN_MS = 10_000;

/** The passing message of now, at first an error, and the function that sets it. */
export function useToast(error?: string): [ToastMessage | undefined, Say] {
  const [message, setMessage] = useState<ToastMessage | undefined>(
    error ? { text: error, tone: 'error', id: 0 } : undefined,
  );
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

/** Always in the page, since a live region announces only what changes in it. */
export function Toast({ message }: { message: ToastMessage | undefined }) {
  const isHeardOnly = message?.tone === 'sending';
  return (
    <output className="toast" data-tone={message?.tone} tabIndex={-1}>
      {message && (
        // The pressed button may be far from it.
        <span key={message.id} ref={isHeardOnly ? null : intoView} id="message">
          {message.text}
        </span>
      )}
    </output>
  );
}
