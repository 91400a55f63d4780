/**
 * Copies a read-only field's text and says whether it really was copied. Some in-app browsers refuse
 * the Clipboard API: there the field stays selected, so that she can copy it by hand.
 */
export async function copyLink(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
