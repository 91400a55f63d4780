import { useEffect, useState } from 'react';
import { recall } from '../client/remembered.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { statusKeyInAddress } from '../shared/status-link.ts';
import { BackHome } from './BackHome.tsx';
import { Join, type Joined } from './Join.tsx';
import { StatusSearch } from './StatusSearch.tsx';

interface Props {
  words: WaitlistWords;
  consent: Consent | undefined;
}

interface View {
  isForm: boolean;
  /** Whose spot is shown, as it stands behind `#spot=`; undefined for none. */
  spot: string | undefined;
  joined?: Joined;
}

/** The page behind the cover: the form at #join, then her spot; or the spot of the address. */
export default function WaitlistIsland({ words, consent }: Props) {
  // Not from the start, since what is prerendered is the form.
  const [view, setView] = useState<View>({ isForm: false, spot: undefined });

  useEffect(() => {
    function readAddress() {
      setView({
        isForm: location.hash === '#join',
        spot: statusKeyInAddress(location, recall()?.spot),
      });
    }
    readAddress();
    // WebKit tells of a step back to another ?ref by popstate alone, and while it loads by none.
    const moments = ['hashchange', 'popstate'];
    for (const moment of moments) addEventListener(moment, readAddress);
    return () => {
      for (const moment of moments) removeEventListener(moment, readAddress);
    };
  }, []);

  const { isForm, spot, joined } = view;
  const isOpen = isForm || spot !== undefined;

  useEffect(() => {
    if (!isOpen) return;
    // A field that is typed in already keeps the focus.
    if (!document.activeElement?.closest('.join')) {
      document.getElementById('view')?.focus({ preventScroll: true });
    }
    // Once it is closed she is back at the way in, as soon as that is to be seen again.
    return () => {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.hero')?.focus());
    };
  }, [isOpen]);

  return (
    <>
      <BackHome label={words.back} href="#" />
      {spot === undefined ? (
        <Join
          words={words.form}
          consent={consent}
          isShown={isForm}
          onJoined={(joined) => setView({ isForm: false, spot: joined.spot, joined })}
        />
      ) : (
        <StatusSearch key={spot} words={words} spot={spot} joined={joined} />
      )}
    </>
  );
}
