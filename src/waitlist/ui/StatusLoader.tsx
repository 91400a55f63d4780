import { useEffect, useMemo, useState } from 'react';
import { forgetLeftMember, forgetMember, showAnswer } from '../client/show-status.ts';
import type { VisitState } from '../client/visit.ts';
import { requestStatus } from '../client/waitlist-api.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { parseStatusKey, type StatusKey } from '../shared/status-link.ts';
import { MemberView } from './MemberView.tsx';
import { focusHeading, usePageTitle } from './title-and-focus.ts';

/** At least this long between two status requests. */
const REQUEST_INTERVAL_MS = 15_000;

interface Props {
  labels: WaitlistLabels;
  state: VisitState;
}

/** What is shown in place of a status. */
interface Problem {
  heading: string;
  advice?: string;
  /** Another request may help. */
  canRetry?: boolean;
}

/** Shows the status that the URL names, and requests it unless the member joined just now. */
export function StatusLoader({ labels, state }: Props) {
  const { statusKey, member, result } = state;
  const { member: copy } = labels;
  const key = useMemo(() => parseStatusKey(statusKey ?? ''), [statusKey]);
  const isCut = !key && !result;
  const [problem, setProblem] = useState<Problem | undefined>(
    isCut ? { heading: copy.cut, advice: copy.cutAdvice } : undefined,
  );
  const heading = problem?.heading ?? copy.finding;
  const status = problem ? undefined : result;
  usePageTitle(status ? undefined : heading);

  useEffect(() => {
    if (!key || problem) return;
    const closed = new AbortController();
    const { signal } = closed;
    let requestedAt = window.visit.getSnapshot().result ? Date.now() : 0;
    async function refresh(key: StatusKey) {
      if (document.hidden || Date.now() - requestedAt < REQUEST_INTERVAL_MS) return;
      requestedAt = Date.now();
      const answer = await requestStatus(key, copy, signal);
      if (!answer) return;
      if (answer.ok) return showAnswer(key, answer);
      if (answer.code === 'unknown_member') {
        setProblem({ heading: copy.unknown, advice: copy.unknownAdvice });
        return forgetMember(key);
      }
      // The status that is shown stays.
      if (window.visit.getSnapshot().result) return;
      const message = answer.code === 'unavailable' ? copy.noStatus : answer.message;
      setProblem({ heading: message, canRetry: true });
    }
    refresh(key);
    document.addEventListener('visibilitychange', () => refresh(key), { signal });
    return () => closed.abort();
  }, [key, problem, copy]);

  function onLeft() {
    setProblem({ heading: copy.left, advice: copy.goodbye });
    if (key) forgetLeftMember(key);
  }

  if (status) {
    return <MemberView labels={labels} statusKey={key} status={status} onLeft={onLeft} />;
  }
  return (
    <>
      <h2 key={heading} id="view-title" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {problem?.advice && <p>{problem.advice}</p>}
      {problem?.canRetry && (
        <button className="button" type="button" onClick={() => setProblem(undefined)}>
          {copy.again}
        </button>
      )}
      {problem && !problem.canRetry && (
        <>
          {member && (
            <a className="button" href={`#spot=${member.statusKey}`}>
              {copy.own}
            </a>
          )}
          <a className={member ? 'text-button' : 'button'} href="#join">
            {copy.join}
          </a>
        </>
      )}
    </>
  );
}
