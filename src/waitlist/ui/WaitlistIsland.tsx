import { useEffect, useSyncExternalStore } from 'react';
import { INITIAL_STATE } from '../client/visit.ts';
import type { Consent, WaitlistLabels } from '../shared/labels.ts';
import { pressKey } from './press-key.ts';
import { SignupForm } from './SignupForm.tsx';
import { StatusLoader } from './StatusLoader.tsx';
import { Toast } from './Toast.tsx';

interface Props {
  labels: WaitlistLabels;
  consent: Consent;
}

const subscribe = (listener: () => void) => window.visit.subscribe(listener);

export default function WaitlistIsland({ labels, consent }: Props) {
  const state = useSyncExternalStore(
    subscribe,
    () => window.visit.getSnapshot(),
    // React hydrates the prerendered form first.
    () => INITIAL_STATE,
  );
  const { view, statusKey, member } = state;

  useEffect(() => {
    addEventListener('keydown', pressKey);
    return () => removeEventListener('keydown', pressKey);
  }, []);

  return (
    <>
      <Toast />
      <div className="sheet">
        {view === 'status' ? (
          <StatusLoader key={statusKey} labels={labels} state={state} />
        ) : (
          <SignupForm labels={labels} consent={consent} isShown={view === 'form'} member={member} />
        )}
      </div>
    </>
  );
}
