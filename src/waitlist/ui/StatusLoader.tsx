import { useEffect, useMemo, useState } from 'react';
import { forgetMember, showAnswer } from '../client/show-status.ts';
import type { VisitState } from '../client/visit.ts';
import { leaveWaitlist, requestStatus } from '../client/waitlist-api.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { parseStatusKey, type StatusKey } from '../shared/status-link.ts';
import { LoadedStatus } from './LoadedStatus.tsx';
import { focusHeading, usePageTitle } from './title-and-focus.ts';
import { showToast } from './toast-state.ts';

/** The least time between two status requests. */
const REQUEST_INTERVAL_MS = 15_000;

interface Props {
  labels: WaitlistLabels;
  state: VisitState;
}

/** What is shown instead of a status. */
interface Problem {
  heading: string;
  /** Undefined if another request may help. */
  advice?: string;
}

/** Shows the status that the URL names, and requests it unless the member just joined. */
export function StatusLoader({ labels, state }: Props) {
  const { statusKey, member, result } = state;
  const { member: copy } = labels;
  const key = useMemo(() => parseStatusKey(statusKey ?? ''), [statusKey]);
  const [problem, setProblem] = useState<Problem | undefined>(
    key || result ? undefined : { heading: copy.cut, advice: copy.cutAdvice },
  );
  const heading = problem?.heading ?? copy.finding;
  const status = problem ? undefined : result;
  const other = member && !statusKey?.startsWith(member.statusKey) ? member : undefined;
  usePageTitle(status ? undefined : heading);

  useEffect(() => {
    if (!key || problem) return;
    const closed = new AbortController();
    const { signal } = closed;
    let requestedAt = window.visit.getSnapshot().result ? Date.now() : 0;
    async function refresh() {
      if (!key || document.hidden || Date.now() - requestedAt < REQUEST_INTERVAL_MS) return;
      requestedAt = Date.now();
      const answer = await requestStatus(key, signal);
      if (!answer) return;
      if (answer.ok) return showAnswer(key, answer);
      if (answer.code === 'unknown_member') {
        return setProblem({ heading: copy.unknown, advice: copy.unknownAdvice });
      }
      // Keep showing the last status.
      if (window.visit.getSnapshot().result) return;
      setProblem({ heading: answer.code === 'rate_limited' ? answer.message : copy.noStatus });
    }
    refresh();
    document.addEventListener('visibilitychange', refresh, { signal });
    return () => closed.abort();
  }, [key, problem, copy]);

  async function leave(key: StatusKey) {
    const answer = await leaveWaitlist(key);
    if (answer?.ok) {
      setProblem({ heading: copy.left, advice: copy.goodbye });
      forgetMember(key);
    } else if (answer?.code === 'unknown_member') {
      // Unless an earlier press has succeeded.
      setProblem((shown) => shown ?? { heading: copy.unknown, advice: copy.unknownAdvice });
    } else {
      showToast(copy.notLeft);
    }
  }

  if (status)
    return <LoadedStatus labels={labels} statusKey={key} status={status} onLeave={leave} />;
  return (
    <>
      <h2 key={heading} id="view-title" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {problem?.advice && (
        <>
          <p>{problem.advice}</p>
          {other && (
            <a className="button" href={`#spot=${other.statusKey}`}>
              {copy.own}
            </a>
          )}
          <a className={other ? 'text-button' : 'button'} href="#join">
            {copy.join}
          </a>
        </>
      )}
      {problem && !problem.advice && (
        <button className="button" type="button" onClick={() => setProblem(undefined)}>
          {copy.again}
        </button>
      )}
    </>
  );
}
