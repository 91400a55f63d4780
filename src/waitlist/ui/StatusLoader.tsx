import { member as copy, form } from 'virtual:content';
import { useEffect } from 'react';
import { type Sheet, showFound, showStatus } from '../client/visit.ts';
import { requestStatus } from '../client/waitlist-api.ts';
import { formatNumber } from '../shared/labels.ts';
import { referralLink, statusHash, statusLink } from '../shared/links.ts';
import { Leave } from './Leave.tsx';
import { HEADING, Heart, StatusView } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

const MIN_REQUEST_INTERVAL_MS = 15_000;

/** Shows a status, and requests it unless the member just joined. */
export function StatusLoader({ sheet }: { sheet: Sheet }) {
  const isOpen = useVisit('isOpen');
  const { statusKey, status } = sheet;

  useEffect(() => {
    if (!isOpen || !statusKey || typeof status === 'string') return;
    const closed = new AbortController();
    // A new member has no referrals to ask for; one who has been admitted since joining may.
    const isKnown = status && (status.position !== null || status.referralCount !== undefined);
    let requestedAt = isKnown ? Date.now() : 0;
    const refresh = async () => {
      if (document.hidden || Date.now() - requestedAt < MIN_REQUEST_INTERVAL_MS) return;
      requestedAt = Date.now();
      const answer = await requestStatus(statusKey, closed.signal);
      if (!answer) return;
      if (answer.ok) return showFound(statusKey, answer, status);
      if (answer.code === 'unknown_member') return showStatus(statusKey, 'unknown');
      // Otherwise keep showing the last status.
      if (!status) showStatus(statusKey, 'unreachable');
    };
    refresh();
    document.addEventListener('visibilitychange', refresh, { signal: closed.signal });
    return () => closed.abort();
  }, [isOpen, statusKey, status]);

  // Until then, and if it's unreachable, src/pages/index.astro has what is shown.
  if (!status || status === 'unreachable') return null;
  if (typeof status === 'string') return <Problem key={status} sheet={sheet} />;
  const { referralCode, previousPosition } = status;
  const position = status.position === null ? null : formatNumber(status.position);
  return (
    <StatusView
      {...status}
      position={position}
      positionLength={position?.length ?? 0}
      link={referralLink(location.origin, referralCode)}
      movedUp={previousPosition && status.position ? previousPosition - status.position : 0}
      // Without a status token in the signup's response, the member can't leave.
      statusLink={statusKey && statusLink(location.origin, statusKey)}
    >
      {statusKey && <Leave statusKey={statusKey} />}
    </StatusView>
  );
}

/** What is shown instead of a status. */
function Problem({ sheet }: { sheet: Sheet }) {
  const member = useVisit('member');
  const other = member?.statusKey.statusToken === sheet.statusKey?.statusToken ? undefined : member;
  const hasLeft = sheet.status === 'left';
  const [label, href] = hasLeft
    ? [form.back, '#']
    : other
      ? [copy.own, statusHash(other.statusKey)]
      : [copy.join, '#join'];
  return (
    <div className="problem">
      <Heart />
      <h2 {...HEADING}>{hasLeft ? copy.left : copy.unknown}</h2>
      <p>{hasLeft ? copy.goodbye : copy.unknownAdvice}</p>
      <a className="button" href={href}>
        {label}
      </a>
    </div>
  );
}
