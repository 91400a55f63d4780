import { MESSAGES } from '../shared/messages.ts';
import { showToast } from './toast.ts';

export async function openShareSheet(data: ShareData) {
  try {
    await navigator.share(data);
  } catch (error) {
    // The visitor closed the sheet, or it's already open.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
    showToast(MESSAGES.internal_error);
  }
}
