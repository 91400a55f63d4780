import { useSyncExternalStore } from 'react';

interface ToastMessage {
  text: string;
  /** `sending` is for screen readers only, since the button shows it. */
  tone: 'error' | 'success' | 'sending';
  /** Screen readers read it elsewhere. */
  isSilent: boolean;
  /** New for each message, so that a repeated text is announced again. */
  id: number;
}

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

export function showToast(text: string, tone: ToastMessage['tone'] = 'error', isSilent = false) {
  lastId += 1;
  setToast({ text, tone, isSilent, id: lastId });
}

export const hideToast = () => setToast(undefined);

/** Hides the toast, except while a request is being sent. */
export const dismissToast = () => current?.tone !== 'sending' && hideToast();

export const useToast = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
