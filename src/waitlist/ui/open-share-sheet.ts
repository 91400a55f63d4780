import { FORM_MESSAGES } from '../shared/form-messages.ts';
import { showToast } from './toast.ts';

export async function openShareSheet(data: ShareData) {
  try {
    await navigator.share(data);
  } catch (error) {
    // The visitor closed the sheet, or it's already open.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
    showToast(FORM_MESSAGES.internal_error);
  }
}
