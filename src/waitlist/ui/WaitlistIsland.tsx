import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Consent, WaitlistLabels } from '../shared/labels.ts';
import { BackHome } from './BackHome.tsx';
import { type Joined, SignupForm } from './SignupForm.tsx';
import { StatusSearch } from './StatusSearch.tsx';

interface Props {
  labels: WaitlistLabels;
  consent: Consent | undefined;
}

const main = () => document.getElementById('join') as HTMLElement;

function onViewChange(listener: () => void) {
  main().addEventListener('viewchange', listener);
  return () => main().removeEventListener('viewchange', listener);
}

/** What restore-visit.ts says of the address; empty while the prerendered form is hydrated. */
const useAddress = (name: 'view' | 'statusKey') =>
  useSyncExternalStore(
    onViewChange,
    () => main().dataset[name] ?? '',
    () => '',
  );

export default function WaitlistIsland({ labels, consent }: Props) {
  const view = useAddress('view');
  const keyText = useAddress('statusKey');
  const [joined, setJoined] = useState<Joined>();
  const isStatus = view === 'status';
  const isOpen = isStatus || view === 'form';

  // A status that is opened again is asked for again.
  useEffect(() => (isStatus ? () => setJoined(undefined) : undefined), [isStatus]);

  useEffect(() => {
    if (!isOpen) return;
    // No empty frame in the confirmation.
    new Image().src = labels.share.thumbnail;
    // A field that is typed in already keeps the focus.
    if (!document.activeElement?.closest('.join')) {
      document.getElementById('view')?.focus({ preventScroll: true });
    }
    // As soon as it is visible again.
    return () => {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.hero')?.focus());
    };
  }, [isOpen, labels]);

  return (
    <>
      <BackHome label={labels.form.back} href="#" />
      <div className="sheet">
        {isStatus ? (
          <StatusSearch key={keyText} labels={labels} keyText={keyText} joined={joined} />
        ) : (
          <SignupForm
            labels={labels}
            consent={consent}
            isShown={view === 'form'}
            onJoined={setJoined}
          />
        )}
      </div>
    </>
  );
}
