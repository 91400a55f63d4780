import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiResult, MemberStatus } from '../client/waitlist-api.ts';
import type { Consent, WaitlistLabels } from '../shared/labels.ts';
import { BackHome } from './BackHome.tsx';
import { SignupForm } from './SignupForm.tsx';
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

/** What restore-visit.ts read from the address; empty while the prerendered form is hydrated. */
const useViewData = (name: 'view' | 'statusKey') =>
  useSyncExternalStore(
    onViewChange,
    () => main().dataset[name] ?? '',
    () => '',
  );

export default function WaitlistIsland({ labels, consent }: Props) {
  const view = useViewData('view');
  const statusKeyText = useViewData('statusKey');
  const [joinResult, setJoinResult] = useState<ApiResult<MemberStatus>>();
  const isStatus = view === 'status';
  const isOpen = isStatus || view === 'form';

  // A status that is opened again is requested again.
  useEffect(() => (isStatus ? () => setJoinResult(undefined) : undefined), [isStatus]);

  useEffect(() => {
    if (!isOpen) return;
    // Loaded early, so that the confirmation shows it at once.
    new Image().src = labels.share.thumbnail;
    // A field that the visitor is editing already keeps the focus.
    if (!document.activeElement?.closest('.join')) {
      document.getElementById('view-title')?.focus({ preventScroll: true });
    }
    // The link to the form is hidden, and cannot take the focus, until the next frame.
    return () => {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.hero')?.focus());
    };
  }, [isOpen, labels]);

  return (
    <>
      <BackHome label={labels.form.back} href="#" />
      <div className="sheet">
        {isStatus ? (
          <StatusSearch
            key={statusKeyText}
            labels={labels}
            statusKeyText={statusKeyText}
            joinResult={joinResult}
          />
        ) : (
          <SignupForm
            labels={labels}
            consent={consent}
            isShown={view === 'form'}
            onJoined={setJoinResult}
          />
        )}
      </div>
    </>
  );
}
