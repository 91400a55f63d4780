/** In some in-app browsers the Clipboard API never answers. */
const DEADLINE_MS = 2_000;

/** Rejects if the Clipboard API is missing, refuses or doesn't answer. */
export function writeClipboard(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(reject, DEADLINE_MS);
    navigator.clipboard.writeText(text).then(resolve, reject);
  });
}

/**
 * Copies what's in the field; the button that was pressed keeps the focus. Resolves with false if the browser
 * can't copy; the field then stays selected, so that visitors can.
 */
export async function copyText(field: HTMLInputElement, button: HTMLElement): Promise<boolean> {
  try {
    await writeClipboard(field.value);
    return true;
  } catch {
    return copySelected(field, button);
  }
}

function copySelected(field: HTMLInputElement, button: HTMLElement): boolean {
  field.focus();
  field.select();
  try {
    const isCopied = document.execCommand('copy');
    if (isCopied) button.focus();
    return isCopied;
  } catch {
    return false;
  }
}
