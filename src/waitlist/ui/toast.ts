/** How long each tone is shown, in milliseconds; a response or the deadline replaces `sending`. */
const SHOWN_MS = { error: 6_000, success: 3_000, sending: undefined };

/**
 * Shows a message in the live region `.toast`, which is in src/pages/index.astro and response/[page].astro, since it only
 * announces changes. `sending` is for screen readers only, since the button shows it; `isSilent` hides from them what
 * they read elsewhere.
 */
export function showToast(text: string, tone: keyof typeof SHOWN_MS = 'error', isSilent = false) {
  const toast = document.querySelector<HTMLElement>('.toast');
  // It's about a view that the visitor has left since.
  if (!toast || !document.body.dataset.view) return;
  // A new element is announced even if its text is the last one's.
  const message = document.createElement('span');
  message.textContent = text;
  message.setAttribute('aria-hidden', `${isSilent}`);
  // A press closes it, and leaves the focus where it is.
  message.onmousedown = (event) => event.preventDefault();
  message.onclick = () => hide(message);
  toast.dataset.tone = tone;
  toast.replaceChildren(message);
  if (tone !== 'sending') setTimeout(hide, SHOWN_MS[tone], message);
}

export const hideToast = () => document.querySelectorAll('.toast > span').forEach(hide);

function hide(message: Element) {
  message.animate({ opacity: 0 }, 320).onfinish = () => message.remove();
}
