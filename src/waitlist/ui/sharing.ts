import { DEADLINE_MS } from '../client/send.ts';
import { FORM_MESSAGES } from '../shared/form-messages.ts';
import { showToast } from './toast.ts';

/** Rejects if the promise takes longer, since what stalls raises no error. */
export function withDeadline<Value>(promise: Promise<Value>, ms = DEADLINE_MS): Promise<Value> {
  return Promise.race([promise, new Promise<never>((_, reject) => setTimeout(reject, ms))]);
}

/** In some in-app browsers the Clipboard API never answers. */
const CLIPBOARD_DEADLINE_MS = 2_000;

/** Rejects if the Clipboard API is missing, refuses or doesn't answer. */
export const writeClipboard = async (text: string) =>
  withDeadline(navigator.clipboard.writeText(text), CLIPBOARD_DEADLINE_MS);

/**
 * Copies the field before the button that was pressed, and says whether it worked. If the browser can't copy, the field
 * stays selected, so that visitors can.
 */
export async function copyText(button: HTMLElement): Promise<void> {
  const { copied = '', refused = '' } = button.dataset;
  const field = button.previousElementSibling as HTMLInputElement;
  try {
    await writeClipboard(field.value).catch(() => {
      field.focus();
      field.select();
      if (!document.execCommand('copy')) throw new Error('The browser refused to copy.');
    });
    button.focus();
    showToast(copied, 'success');
  } catch {
    showToast(refused);
  }
}

export async function openShareSheet(data: ShareData) {
  try {
    await navigator.share(data);
  } catch (error) {
    // The visitor closed the sheet, or it's already open.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
    showToast(FORM_MESSAGES.internal_error);
  }
}
