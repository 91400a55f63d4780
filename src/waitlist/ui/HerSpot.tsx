import { useEffect, useRef, useState } from 'react';
import { findSpot, leaveList, type Spot } from '../client/find-spot.ts';
import { fill, formatPosition, type WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { referralLink } from '../shared/referral.ts';
import { spotLink, type WayBack } from '../shared/way-back.ts';
import { Confirmation } from './Confirmation.tsx';
import { Leave } from './Leave.tsx';
import { useToast } from './Toast.tsx';

/** Her spot is asked for again at most this often. */
const FRESH_MS = 15_000;

interface Props {
  words: WaitlistWords;
  wayBack: WayBack;
  /** Empty in a browser that she did not join with. */
  firstName: string;
  /** Her spot as it was found just now. */
  found: Spot;
  /** Called with the sentence for it once she is off the list. */
  onLeft: (message: string) => void;
}

/** Her spot, asked for again when she comes back to the tab, and never while it is hidden. */
export function HerSpot({ words, wayBack, firstName, found, onLeft }: Props) {
  const [spot, setSpot] = useState(found);
  const [toast, say] = useToast();
  const leaving = useRef(false);

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    let lastAsked = Date.now();
    async function askAgain() {
      if (document.hidden || Date.now() - lastAsked < FRESH_MS) return;
      lastAsked = Date.now();
      const outcome = await findSpot(wayBack, signal).catch(() => undefined);
      // Where it fails, what she sees is still the last that is known.
      if (outcome?.ok && !signal.aborted) setSpot(outcome);
    }
    document.addEventListener('visibilitychange', askAgain, { signal });
    return () => left.abort();
  }, [wayBack]);

  async function leave() {
    if (leaving.current) return;
    leaving.current = true;
    const answer = await leaveList(wayBack, new AbortController().signal).catch(() => undefined);
    if (answer?.ok) onLeft(words.leave.left);
    else if (answer?.status === 404) onLeft(answer.message);
    else say(answer?.message ?? MESSAGES.unexpected);
    leaving.current = false;
  }

  const { greeting } = words.confirmation;
  return (
    <Confirmation
      words={words.confirmation}
      greeting={firstName ? fill(greeting, { firstName }) : words.spot.greeting}
      position={formatPosition(spot.position)}
      friendsJoined={spot.friendsJoined}
      link={referralLink(location.origin, wayBack.referralCode)}
      spotLink={spotLink(location.origin, wayBack)}
      toast={toast}
      say={say}
    >
      <Leave words={words.leave} wayBack={wayBack} onLeave={leave} />
    </Confirmation>
  );
}
