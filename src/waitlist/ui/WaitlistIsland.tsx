import { useEffect, useSyncExternalStore } from 'react';
import { INITIAL_STATE, NO_STATUS } from '../client/visit.ts';
import type { Consent, WaitlistLabels } from '../shared/labels.ts';
import { pressKey } from './press-key.ts';
import { SignupForm } from './SignupForm.tsx';
import { StatusLoader } from './StatusLoader.tsx';
import { Toast } from './Toast.tsx';

interface Props {
  labels: WaitlistLabels;
  consent: Consent;
}

/** Longer than the sheet takes to sink. */
const SINKING_MS = 400;

const subscribe = (listener: () => void) => window.visit.subscribe(listener);

export default function WaitlistIsland({ labels, consent }: Props) {
  const state = useSyncExternalStore(
    subscribe,
    () => window.visit.getSnapshot(),
    // React hydrates the prerendered form first.
    () => INITIAL_STATE,
  );
  const { view, statusKey, result, member } = state;
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
      <Toast />
      <div className="sheet">
        {view === 'status' || isSinking ? (
          <StatusLoader key={statusKey} labels={labels} state={state} />
        ) : (
          <SignupForm labels={labels} consent={consent} isShown={view === 'form'} member={member} />
        )}
      </div>
    </>
  );
}
