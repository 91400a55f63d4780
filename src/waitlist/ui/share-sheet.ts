import { MESSAGES } from '../shared/messages.ts';
import type { Say } from './Toast.tsx';

/** Opens the phone's own ways to share. That she closes them is no mistake. */
export async function openSheet(data: ShareData, say: Say | undefined) {
  try {
    await navigator.share(data);
  } catch (error) {
    // She closed the sheet, or it is open already.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
    say?.(MESSAGES.unexpected);
  }
}
