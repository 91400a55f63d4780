/** In milliseconds. A response or the deadline replaces `sending`. */
const LIFETIME_MS = { error: 6_000, success: 3_000, sending: undefined };

/**
 * Shows a message in the page's live region. `sending` is for screen readers only, since the button shows it, and
 * `isSilent` hides from them what they read elsewhere.
 */
export function showToast(
  text: string,
  tone: keyof typeof LIFETIME_MS = 'error',
  isSilent = false,
) {
  const toast = document.querySelector<HTMLElement>('.toast');
  // It's about a view that the visitor has left since.
  if (!toast || document.body.dataset.view === 'landing') return;
  // A new element is announced even if its text is the last one's.
  const message = document.createElement('span');
  message.textContent = text;
  message.setAttribute('aria-hidden', `${isSilent}`);
  toast.dataset.tone = tone;
  toast.replaceChildren(message);
  const lifetime = LIFETIME_MS[tone];
  if (lifetime) setTimeout(() => message.remove(), lifetime);
}

export const hideToast = () => document.querySelector('.toast')?.replaceChildren();
