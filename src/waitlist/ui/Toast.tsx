import { useCallback, useEffect, useState } from 'react';

export interface ToastMessage {
  text: string;
  /** `sending` is for screen readers alone: the button shows it. */
  tone: 'error' | 'success' | 'sending';
  /** A new one for each message, so that the same text is announced twice. */
  id: number;
}

export type ShowToast = (text: string, tone?: ToastMessage['tone']) => void;

const DURATION_MS = { error: 6_000, success: 4_000, sending: 20_000 };

export function useToast(error?: string) {
  const [toast, setToast] = useState<ToastMessage | undefined>(
    error ? { text: error, tone: 'error', id: 0 } : undefined,
  );
  const showToast = useCallback<ShowToast>((text, tone = 'error') => {
    setToast((last) => ({ text, tone, id: (last?.id ?? 0) + 1 }));
  }, []);
  const hideToast = useCallback(() => setToast(undefined), []);
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(hideToast, DURATION_MS[toast.tone]);
    const events = toast.tone === 'sending' ? [] : ['pointerdown', 'input'];
    for (const event of events) addEventListener(event, hideToast);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, hideToast);
    };
  }, [toast, hideToast]);
  return { toast, showToast, hideToast };
}

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

/** A live region announces only what changes in it, so it is always in the page. */
export function Toast({ message }: { message: ToastMessage | undefined }) {
  return (
    <output className="toast" data-tone={message?.tone} tabIndex={-1}>
      {message && (
        <p key={message.id} id="message">
          <Unbroken text={message.text} />
        </p>
      )}
    </output>
  );
}
