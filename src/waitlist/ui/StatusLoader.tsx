import { useEffect } from 'react';
import { type StatusSheet, showFound, showStatus } from '../client/visit.ts';
import { requestStatus } from '../client/waitlist-api.ts';
import { formatNumber } from '../shared/labels.ts';
import { referralLink, statusLink } from '../shared/links.ts';
import { Leave } from './Leave.tsx';
import { StatusProblem } from './StatusProblem.tsx';
import { StatusView } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

const MIN_REQUEST_INTERVAL_MS = 15_000;

/** Shows a status, and requests it unless the member just joined. */
export function StatusLoader({ sheet }: { sheet: StatusSheet }) {
  const { isOpen } = useVisit();
  const { statusKey, status } = sheet;
  const shown = typeof status === 'object' ? status : undefined;

  useEffect(() => {
    if (!isOpen || !statusKey || !(shown || status === 'finding')) return;
    const closed = new AbortController();
    let requestedAt = shown ? Date.now() : 0;
    const refresh = async () => {
      if (document.hidden || Date.now() - requestedAt < MIN_REQUEST_INTERVAL_MS) return;
      requestedAt = Date.now();
      const answer = await requestStatus(statusKey, closed.signal);
      if (!answer) return;
      if (answer.ok) return showFound(statusKey, answer, shown);
      if (answer.code === 'unknown_member') return showStatus(statusKey, 'unknown');
      // Otherwise keep showing the last status.
      if (!shown) showStatus(statusKey, 'unreachable');
    };
    refresh();
    document.addEventListener('visibilitychange', refresh, { signal: closed.signal });
    return () => closed.abort();
  }, [isOpen, statusKey, status, shown]);

  if (status === 'finding') return <StatusView status={undefined} />;
  if (typeof status === 'string')
    return <StatusProblem key={status} problem={status} sheet={sheet} />;
  const { referralCode, position, previousPosition } = status;
  return (
    <StatusView
      status={{
        ...status,
        position: position ? formatNumber(position) : undefined,
        link: referralLink(location.origin, referralCode),
        movedUp: position && previousPosition && previousPosition - position,
      }}
      // Without a status token in the signup's response, the member can't leave.
      statusLink={statusKey && statusLink(location.origin, statusKey)}
    >
      {statusKey && <Leave statusKey={statusKey} />}
    </StatusView>
  );
}
