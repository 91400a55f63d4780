/** In some in-app browsers the Clipboard API never answers. */
const DEADLINE_MS = 2_000;

/** Rejects if the Clipboard API is missing, refuses or doesn't answer. */
export const writeClipboard = (text: string) =>
  new Promise<void>((resolve, reject) => {
    setTimeout(reject, DEADLINE_MS);
    navigator.clipboard.writeText(text).then(resolve, reject);
  });

/**
 * Copies a field and focuses the button that was pressed. Rejects if the browser can't copy; the field then stays
 * selected, so that visitors can.
 */
export async function copyText(field: HTMLInputElement, button: HTMLElement): Promise<void> {
  await writeClipboard(field.value).catch(() => {
    field.focus();
    field.select();
    if (!document.execCommand('copy')) throw new Error('The browser refused to copy.');
  });
  button.focus();
}
