import { consent, labels } from 'virtual:labels';
import { useEffect, useSyncExternalStore } from 'react';
import { INITIAL_STATE, NO_STATUS } from '../client/visit.ts';
import { SignupForm } from './SignupForm.tsx';
import { StatusLoader } from './StatusLoader.tsx';
import { Toast } from './Toast.tsx';

/** Longer than the sheet takes to sink. */
const SINKING_MS = 400;

const subscribe = (listener: () => void) => window.visit.subscribe(listener);

export default function WaitlistIsland() {
  const state = useSyncExternalStore(
    subscribe,
    () => window.visit.getSnapshot(),
    // React hydrates the prerendered form first.
    () => INITIAL_STATE,
  );
  const { view, statusKey, result, toast } = state;
  const isSinking = view === 'landing' && (statusKey ?? result) !== undefined;

  useEffect(() => {
    if (!isSinking) return;
    const timer = setTimeout(() => window.visit.update(NO_STATUS), SINKING_MS);
    return () => clearTimeout(timer);
  }, [isSinking]);

  useEffect(() => {
    addEventListener('keydown', pressKey);
    return () => removeEventListener('keydown', pressKey);
  }, []);

  return (
    <>
      <Toast toast={toast} />
      <div className="sheet">
        {view === 'status' || isSinking ? (
          <StatusLoader key={statusKey} labels={labels} state={state} />
        ) : (
          <SignupForm labels={labels} consent={consent} state={state} />
        )}
      </div>
    </>
  );
}

/** On Escape, closes what's open on the sheet, or else the view. On Space, presses "Back to home", which is a link. */
function pressKey(event: KeyboardEvent): void {
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
