import { useEffect } from 'react';
import type { Answer } from '../client/ask-function.ts';
import { findSpot, type Spot } from '../client/find-spot.ts';
import { fill, formatPosition, type WaitlistWords } from '../shared/fill.ts';
import { referralLink, spotLink } from '../shared/referral.ts';
import { Confirmation } from './Confirmation.tsx';
import { useToast } from './Toast.tsx';

/** Her spot is asked for again at most this often. */
const FRESH_MS = 15_000;

interface Props {
  words: WaitlistWords;
  code: string;
  /** Empty in a browser that she did not join with. */
  firstName: string;
  /** Her spot as it was found last. */
  spot: Spot;
  onNews: (answer: Answer<Spot>) => void;
}

/** Her spot, asked for again when she comes back to the tab, and never while it is hidden. */
export function HerSpot({ words, code, firstName, spot, onNews }: Props) {
  const [toast, say] = useToast();

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    let lastAsked = Date.now();
    async function askAgain() {
      if (document.hidden || Date.now() - lastAsked < FRESH_MS) return;
      lastAsked = Date.now();
      const outcome = await findSpot(code, signal).catch(() => undefined);
      // Where it fails, what she sees is still the last that is known.
      if (outcome?.ok && !signal.aborted) onNews(outcome);
    }
    document.addEventListener('visibilitychange', askAgain, { signal });
    return () => left.abort();
  }, [code, onNews]);

  const { greeting } = words.confirmation;
  return (
    <Confirmation
      words={words.confirmation}
      greeting={firstName ? fill(greeting, { firstName }) : words.spot.greeting}
      position={formatPosition(spot.position)}
      friendsJoined={spot.friendsJoined}
      link={referralLink(location.origin, code)}
      spotLink={spotLink(location.origin, code)}
      toast={toast}
      say={say}
    />
  );
}
