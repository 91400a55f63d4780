/** On Escape, closes what's open on the sheet, or else the view. On Space, presses "Back to home", which is a link. */
export function pressKey(event: KeyboardEvent): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const back = find('.back');
  // There's no hash on the landing view, and during composition Escape closes the input method.
  if (event.key === 'Escape' && location.hash && !event.isComposing) {
    const open = find('.sheet :is([aria-expanded="true"], [open] > summary)');
    open?.focus();
    (open ?? back)?.click();
  }
  if (event.key === ' ' && event.target === back) {
    event.preventDefault();
    back?.click();
  }
}
