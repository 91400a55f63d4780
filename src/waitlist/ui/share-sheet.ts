import { MESSAGES } from '../shared/messages.ts';
import { showToast } from './toast-state.ts';

/** The phone's own ways to share. */
export async function openShareSheet(data: ShareData) {
  try {
    await navigator.share(data);
  } catch (error) {
    // The visitor closed the phone's sheet, or it is open already.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
    showToast(MESSAGES.unexpected);
  }
}
