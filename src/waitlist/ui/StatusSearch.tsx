import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Answer } from '../client/ask-function.ts';
import { askStatus, type Status } from '../client/ask-status.ts';
import { recall, remember } from '../client/remembered.ts';
import type { WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { statusAddress, statusKeyFrom } from '../shared/status-link.ts';
import type { Joined } from './Join.tsx';
import { MemberStatus } from './MemberStatus.tsx';
import { usePageTitle } from './page-title.ts';

/** Nobody has this code, or nobody can have it: asking again would not help. */
const FINAL = [400, 404];

interface Props {
  words: WaitlistWords;
  /** As it stands behind `#spot=`. */
  spot: string;
  /** Where she joined just now there is nothing to ask. */
  joined: Joined | undefined;
}

/** Her spot, and the position that she saw before this one. */
interface Seen extends Status {
  before?: number | undefined;
}

/** The spot of whoever joined just now, or whose way back stood in the address. */
export function StatusSearch({ words, spot, joined }: Props) {
  const statusKey = useMemo(() => statusKeyFrom(spot), [spot]);
  const [answer, setAnswer] = useState<Answer<Seen> | undefined>(joined && { ok: true, ...joined });
  const isFound = answer?.ok;
  const position = answer?.ok ? answer.position : undefined;
  const heading = isFound ? undefined : (answer?.message ?? words.spot.finding);
  usePageTitle(heading);

  const show = useCallback(
    (found: Answer<Status>) =>
      setAnswer((shown) => {
        if (!found.ok) return found;
        const last: Partial<Seen> | undefined = shown?.ok ? shown : recall(spot);
        const hasMoved = last?.position !== found.position;
        return { ...found, before: hasMoved ? last?.position : last?.before };
      }),
    [spot],
  );

  // Asks at first, and again when the answer was taken away.
  useEffect(() => {
    if (answer) return;
    const left = new AbortController();
    const { signal } = left;
    askStatus(statusKey, signal)
      .catch(() => ({ ok: false, message: MESSAGES.unexpected }) as const)
      .then((found) => {
        if (!signal.aborted) show(found);
      });
    return () => left.abort();
  }, [statusKey, answer, show]);

  const shown = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focused again when the heading's text changes.
  useEffect(() => shown.current?.focus({ preventScroll: true }), [answer]);

  useEffect(() => {
    if (!isFound || !statusKey) return;
    if (joined || !recall()) remember(joined ?? { spot, firstName: '' });
    // Else her way back stays in the address: a reload would not know her by her link.
    if (!joined && !recall(spot)) return;
    history.replaceState(null, '', statusAddress(statusKey.referralCode));
    // From here on :target is of no use: it ignores replaceState.
    document.querySelector('.cover')?.classList.add('spot');
  }, [isFound, spot, statusKey, joined]);

  // The next time she reads by how much she moved up.
  useEffect(() => {
    const kept = recall(spot);
    if (position && kept) remember({ ...kept, position });
  }, [spot, position]);

  if (answer?.ok && statusKey) {
    const known = joined ?? recall(spot);
    return (
      <MemberStatus
        words={words}
        statusKey={statusKey}
        firstName={known?.firstName ?? ''}
        spot={answer}
        before={answer.before}
        onNews={show}
      />
    );
  }
  const final = answer?.ok === false && FINAL.includes(answer.status ?? 0);
  return (
    <div className="paper">
      <h2 id="view" ref={shown} tabIndex={-1}>
        {heading}
      </h2>
      {answer && !final && (
        <button className="button" type="button" onClick={() => setAnswer(undefined)}>
          {words.spot.again}
        </button>
      )}
      {final && (
        <a className="button" href="#join">
          {words.spot.join}
        </a>
      )}
    </div>
  );
}
