import { useCallback, useEffect, useRef } from 'react';
import type { Answer } from '../client/ask-function.ts';
import { findSpot, leaveList, type Spot } from '../client/find-spot.ts';
import { fill, formatPosition, type WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { referralLink } from '../shared/referral.ts';
import { spotLink, type WayBack } from '../shared/way-back.ts';
import { Confirmation } from './Confirmation.tsx';
import { HerCover } from './HerCover.tsx';
import { Leave } from './Leave.tsx';
import { useToast } from './Toast.tsx';

/** Her spot is asked for again at most this often. */
const FRESH_MS = 15_000;

interface Props {
  words: WaitlistWords;
  wayBack: WayBack;
  /** Empty in a browser that she did not join with. */
  firstName: string;
  /** Her spot as it was found last. */
  spot: Spot;
  /** The position she saw before this one. */
  before: number | undefined;
  onNews: (answer: Answer<Spot>) => void;
}

/** Her spot, asked for again when she comes back to the tab, and never while it is hidden. */
export function HerSpot({ words, wayBack, firstName, spot, before, onNews }: Props) {
  const [toast, say] = useToast();
  const leaving = useRef(false);

  const showGone = useCallback(
    (message: string) => {
      // Nobody has her spot any more, and her link must not be called a friend's.
      history.replaceState(null, '', '/#spot');
      onNews({ ok: false, message, status: 404 });
    },
    [onNews],
  );

  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    let lastAsked = Date.now();
    async function askAgain() {
      if (document.hidden || Date.now() - lastAsked < FRESH_MS) return;
      lastAsked = Date.now();
      const outcome = await findSpot(wayBack, signal).catch(() => undefined);
      if (signal.aborted || !outcome) return;
      if (outcome.ok) onNews(outcome);
      else if (outcome.status === 404) showGone(outcome.message);
      // Else what she sees is still the last that is known.
    }
    document.addEventListener('visibilitychange', askAgain, { signal });
    return () => left.abort();
  }, [wayBack, onNews, showGone]);

  async function leave() {
    if (leaving.current) return;
    leaving.current = true;
    const answer = await leaveList(wayBack, new AbortController().signal).catch(() => undefined);
    leaving.current = false;
    if (!answer?.ok && answer?.status !== 404) return say(answer?.message ?? MESSAGES.unexpected);
    showGone(answer.ok ? words.leave.left : answer.message);
  }

  const { friendsJoined } = spot;
  const shown = (position?: number) => (position ? formatPosition(position) : undefined);
  const position = shown(spot.position);
  const { greeting } = words.confirmation;
  const link = referralLink(location.origin, wayBack.referralCode);
  return (
    <Confirmation
      words={words.confirmation}
      admitted={words.admitted}
      standing={{
        greeting: firstName ? fill(greeting, { firstName }) : words.spot.greeting,
        position,
        digits: String(Math.max(spot.position ?? 0, before ?? 0)).length,
        movedUp: spot.position && before && before - spot.position,
        before: shown(before),
        friendsJoined,
      }}
      link={link}
      spotLink={spotLink(location.origin, wayBack)}
      toast={toast}
      say={say}
    >
      <HerCover words={words.cover} {...{ firstName, position, link, say }} />
      <Leave words={words.leave} wayBack={wayBack} onLeave={leave} />
    </Confirmation>
  );
}
