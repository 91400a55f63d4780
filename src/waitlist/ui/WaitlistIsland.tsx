import { useEffect, useState } from 'react';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { readSpot } from '../shared/referral.ts';
import { BackHome } from './BackHome.tsx';
import { Join } from './Join.tsx';
import { SpotSearch } from './SpotSearch.tsx';

interface Props {
  words: WaitlistWords;
  consent: Consent | undefined;
}

/** The page behind the cover: joining at #join, and at #spot=code the spot of whoever has it. */
export default function WaitlistIsland({ words, consent }: Props) {
  // Not from the start, since what is prerendered is the form.
  const [spot, setSpot] = useState<string>();

  useEffect(() => {
    const readAddress = () => setSpot(readSpot(location.hash));
    const onHashChange = () => {
      readAddress();
      // Elsewhere than here: the way in is where she left it.
      if (location.hash !== '#join') {
        document.querySelector<HTMLElement>('.hero')?.focus();
      }
    };
    readAddress();
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);

  return (
    <>
      <BackHome label={words.back} href="#" />
      {spot === undefined ? (
        <Join words={words} consent={consent} />
      ) : (
        <SpotSearch key={spot} words={words} code={spot} />
      )}
    </>
  );
}
