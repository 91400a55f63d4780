import { withDeadline } from '../client/send.ts';
import { FORM_MESSAGES } from '../shared/form-messages.ts';
import { showToast } from './toast.ts';

/** Rejects if the Clipboard API is missing, refuses or, as in some in-app browsers, doesn't answer. */
export const writeClipboard = async (text: string) =>
  withDeadline(navigator.clipboard.writeText(text), 2_000);

/**
 * Copies the field before the button that was pressed, and says whether it worked. If the browser can't copy, the field
 * stays selected, so that visitors can.
 */
export async function copyText(button: HTMLElement): Promise<void> {
  const { copied = '', refused = '' } = button.dataset;
  const field = button.previousElementSibling as HTMLInputElement;
  const copySelection = () => {
    field.focus();
    field.select();
    return document.execCommand?.('copy');
  };
  const isCopied = await writeClipboard(field.value).then(() => true, copySelection);
  // The visitor has opened another view since.
  if (!button.isConnected) return;
  if (isCopied) button.focus();
  showToast(isCopied ? copied : refused, isCopied ? 'success' : 'error');
}

export const openShareSheet = (data: ShareData) =>
  navigator.share(data).catch(({ name }: Error) => {
    // The visitor closed the share sheet, or it's already open.
    if (!/Abort|InvalidState/.test(name)) showToast(FORM_MESSAGES.internal_error);
  });
