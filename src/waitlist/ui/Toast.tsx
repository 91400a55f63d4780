import { useCallback, useEffect, useState } from 'react';

export interface ToastMessage {
  text: string;
  /** A message of `sending` is heard alone: the button shows it. */
  tone: 'error' | 'success' | 'sending';
  /** Has the same message announced twice. */
  id: number;
}

/** Without a text, removes the message. */
export type ShowToast = (text?: string, tone?: ToastMessage['tone']) => void;

const SHOWN_MS = { error: 6_000, success: 4_000, sending: 20_000 };

export function useToast(error?: string): [ToastMessage | undefined, ShowToast] {
  const [message, setMessage] = useState<ToastMessage | undefined>(
    error ? { text: error, tone: 'error', id: 0 } : undefined,
  );
  const showToast = useCallback<ShowToast>((text, tone = 'error') => {
    setMessage((last) => (text ? { text, tone, id: (last?.id ?? 0) + 1 } : undefined));
  }, []);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(showToast, SHOWN_MS[message.tone]);
    const goes = () => message.tone !== 'sending' && showToast();
    const moments = ['pointerdown', 'input'];
    for (const moment of moments) addEventListener(moment, goes);
    return () => {
      clearTimeout(timer);
      for (const moment of moments) removeEventListener(moment, goes);
    };
  }, [message, showToast]);
  return [message, showToast];
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
