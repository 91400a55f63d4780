import { useEffect, useMemo, useState } from 'react';
import { forgetMember, showAnswer } from '../client/show-status.ts';
import type { VisitState } from '../client/visit.ts';
import { leaveWaitlist, requestStatus } from '../client/waitlist-api.ts';
import { formatNumber, type WaitlistLabels } from '../shared/labels.ts';
import { referralLink } from '../shared/referral.ts';
import { parseStatusKey, type StatusKey, statusLink } from '../shared/status-link.ts';
import { Leave } from './Leave.tsx';
import { type Problem, StatusProblem } from './StatusProblem.tsx';
import { StatusView } from './StatusView.tsx';
import { showToast } from './Toast.tsx';

const MIN_REQUEST_INTERVAL_MS = 15_000;

interface Props {
  labels: WaitlistLabels;
  state: VisitState;
}

/** Shows the status that the URL names, and requests it unless the member just joined. */
export function StatusLoader({ labels, state }: Props) {
  const { view, statusKey, member, result } = state;
  const isOpen = view === 'status';
  const key = useMemo(() => parseStatusKey(statusKey ?? ''), [statusKey]);
  const [problem, setProblem] = useState<Problem | undefined>(key || result ? undefined : 'cut');
  const other = member && !statusKey?.startsWith(member.statusKey) ? member : undefined;

  useEffect(() => {
    if (!key || problem || !isOpen) return;
    const closed = new AbortController();
    const { signal } = closed;
    let requestedAt = window.visit.getSnapshot().result ? Date.now() : 0;
    async function refresh() {
      if (!key || document.hidden || Date.now() - requestedAt < MIN_REQUEST_INTERVAL_MS) return;
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
  }, [key, problem, isOpen]);

  async function leave(key: StatusKey) {
    const answer = await leaveWaitlist(key);
    // An earlier press, whose response was late or lost, may have erased the member.
    const hasLeft = answer?.ok || answer?.code === 'unknown_member';
    if (!hasLeft) return showToast(labels.member.notLeft);
    setProblem('left');
    forgetMember(key);
  }

  if (problem)
    return (
      <StatusProblem
        key={problem}
        problem={problem}
        labels={labels}
        otherKey={other?.statusKey}
        onRetry={() => setProblem(undefined)}
      />
    );
  if (!result) return <StatusView labels={labels} status={undefined} />;
  const { referralCode, firstName, position, before, referralCount } = result;
  const { origin } = location;
  return (
    <StatusView
      labels={labels}
      status={{
        firstName,
        position: position ? formatNumber(position) : undefined,
        link: referralLink(origin, referralCode),
        movedUp: position && before && before - position,
        referralCount,
      }}
      // Without a status token in the signup's response, the member can't leave.
      statusLink={key && statusLink(origin, key)}
    >
      {key && <Leave labels={labels.member} statusKey={key} onLeave={() => leave(key)} />}
    </StatusView>
  );
}
