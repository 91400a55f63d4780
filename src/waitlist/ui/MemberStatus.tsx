import { useCallback, useEffect, useRef } from 'react';
import type { Answer } from '../client/ask-function.ts';
import { askStatus, leaveList, type Status } from '../client/ask-status.ts';
import { fill, formatPosition, type WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { referralLink } from '../shared/referral.ts';
import { type StatusKey, statusLink } from '../shared/status-link.ts';
import { Confirmation } from './Confirmation.tsx';
import { Leave } from './Leave.tsx';
import { SharePicture } from './SharePicture.tsx';
import { useToast } from './Toast.tsx';

/** Her spot is asked for again at most this often. */
const FRESH_MS = 15_000;

interface Props {
  words: WaitlistWords;
  statusKey: StatusKey;
  /** Empty in a browser that she did not join with. */
  firstName: string;
  /** Her spot as it was found last. */
  spot: Status;
  /** The position she saw before this one. */
  before: number | undefined;
  onNews: (answer: Answer<Status>) => void;
}

/** Her spot, asked for again when she comes back to the tab, and never while it is hidden. */
export function MemberStatus({ words, statusKey, firstName, spot, before, onNews }: Props) {
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
      const outcome = await askStatus(statusKey, signal).catch(() => undefined);
      if (signal.aborted || !outcome) return;
      if (outcome.ok) onNews(outcome);
      else if (outcome.status === 404) showGone(outcome.message);
      // Else what she sees is still the last that is known.
    }
    document.addEventListener('visibilitychange', askAgain, { signal });
    return () => left.abort();
  }, [statusKey, onNews, showGone]);

  async function leave() {
    if (leaving.current) return;
    leaving.current = true;
    const answer = await leaveList(statusKey, new AbortController().signal).catch(() => undefined);
    leaving.current = false;
    if (!answer?.ok && answer?.status !== 404) return say(answer?.message ?? MESSAGES.unexpected);
    showGone(answer.ok ? words.leave.left : answer.message);
  }

  const { friendsJoined } = spot;
  const shown = (position?: number) => (position ? formatPosition(position) : undefined);
  const position = shown(spot.position);
  const { greeting } = words.confirmation;
  const link = referralLink(location.origin, statusKey.referralCode);
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
      statusLink={statusLink(location.origin, statusKey)}
      toast={toast}
      say={say}
    >
      <SharePicture words={words.sharePicture} {...{ firstName, position, link, say }} />
      <Leave words={words.leave} statusKey={statusKey} onLeave={leave} />
    </Confirmation>
  );
}
