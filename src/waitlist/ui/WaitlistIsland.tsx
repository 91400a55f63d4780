import { useEffect, useState } from 'react';
import { recall } from '../client/remembered.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { readSpot } from '../shared/referral.ts';
import { BackHome } from './BackHome.tsx';
import { Join, type Joined } from './Join.tsx';
import { SpotSearch } from './SpotSearch.tsx';

interface Props {
  words: WaitlistWords;
  consent: Consent;
}

interface View {
  isForm: boolean;
  /** Whose spot is shown; undefined for none. */
  code: string | undefined;
  joined?: Joined;
}

/** The page behind the cover: the form at #join, then her spot; and the spot that the address names. */
export default function WaitlistIsland({ words, consent }: Props) {
  // Not from the start, since what is prerendered is the form.
  const [view, setView] = useState<View>({ isForm: false, code: undefined });

  useEffect(() => {
    function readAddress() {
      const now = { isForm: location.hash === '#join', code: readSpot(location, recall()?.code) };
      setView(now);
      return now;
    }
    function onMove() {
      const { isForm, code } = readAddress();
      if (isForm || code !== undefined) return;
      // The way in is where she left it, once it is to be seen again.
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.hero')?.focus());
    }
    readAddress();
    // WebKit tells of a step back to another ?ref by popstate alone, and of nothing by it while it loads.
    const moments = ['hashchange', 'popstate'];
    for (const moment of moments) addEventListener(moment, onMove);
    return () => {
      for (const moment of moments) removeEventListener(moment, onMove);
    };
  }, []);

  const { isForm, code, joined } = view;
  return (
    <>
      <BackHome label={words.back} href="#" />
      {code === undefined ? (
        <Join
          words={words.form}
          consent={consent}
          isShown={isForm}
          onJoined={(signup) => setView({ isForm: false, code: signup.code, joined: signup })}
        />
      ) : (
        <SpotSearch key={code} words={words} code={code} joined={joined} />
      )}
    </>
  );
}
