import { MESSAGES } from '../shared/messages.ts';
import type { Say } from './Toast.tsx';

/** Opens the phone's own ways to share. */
export async function openSheet(data: ShareData, say: Say | undefined) {
  try {
    await navigator.share(data);
  } catch (error) {
    // The sheet was closed, or is open already.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
    say?.(MESSAGES.unexpected);
  }
}
