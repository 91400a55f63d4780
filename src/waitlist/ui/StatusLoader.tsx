import { useEffect, useMemo, useState } from 'react';
import { forgetMember, showAnswer } from '../client/show-status.ts';
import type { VisitState } from '../client/visit.ts';
import { leaveWaitlist, requestStatus } from '../client/waitlist-api.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { MESSAGES } from '../shared/messages.ts';
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
type Problem = 'cut' | 'unknown' | 'left' | 'limited' | 'unreachable';

/** Shows the status that the URL names, and requests it unless the member just joined. */
export function StatusLoader({ labels, state }: Props) {
  const { statusKey, member, result } = state;
  const { member: copy } = labels;
  const key = useMemo(() => parseStatusKey(statusKey ?? ''), [statusKey]);
  const [problem, setProblem] = useState<Problem | undefined>(key || result ? undefined : 'cut');
  // Without advice, another request may help.
  const texts: Record<Problem, [heading: string, advice?: string]> = {
    cut: [copy.cut, copy.cutAdvice],
    unknown: [copy.unknown, copy.unknownAdvice],
    left: [copy.left, copy.goodbye],
    limited: [MESSAGES.rate_limited],
    unreachable: [copy.noStatus],
  };
  const [heading, advice] = problem ? texts[problem] : [copy.finding];
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
      if (answer.code === 'unknown_member') return setProblem('unknown');
      // Keep showing the last status.
      if (window.visit.getSnapshot().result) return;
      setProblem(answer.code === 'rate_limited' ? 'limited' : 'unreachable');
    }
    refresh();
    document.addEventListener('visibilitychange', refresh, { signal });
    return () => closed.abort();
  }, [key, problem]);

  async function leave(key: StatusKey) {
    const answer = await leaveWaitlist(key);
    if (answer?.ok) {
      setProblem('left');
      forgetMember(key);
    } else if (answer?.code === 'unknown_member') {
      // Unless an earlier press has succeeded.
      setProblem((shown) => shown ?? 'unknown');
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
      {advice && (
        <>
          <p>{advice}</p>
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
      {problem && !advice && (
        <button className="button" type="button" onClick={() => setProblem(undefined)}>
          {copy.again}
        </button>
      )}
    </>
  );
}
