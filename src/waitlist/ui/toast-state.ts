import { useSyncExternalStore } from 'react';

interface ToastMessage {
  text: string;
  /** `sending` is for screen readers only, since the button shows it. */
  tone: 'error' | 'success' | 'sending';
  /** Screen readers read it elsewhere. */
  isSilent: boolean;
  /** Not that of the last message, so that a repeated text is announced again. */
  id: number;
}

let current: ToastMessage | undefined;
const listeners = new Set<() => void>();

function setToast(toast: ToastMessage | undefined) {
  current = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function showToast(text: string, tone: ToastMessage['tone'] = 'error', isSilent = false) {
  setToast({ text, tone, isSilent, id: (current?.id ?? 0) + 1 });
}

export const hideToast = () => setToast(undefined);

export const useToast = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
