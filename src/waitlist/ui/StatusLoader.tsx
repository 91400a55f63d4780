import { member as copy, form } from 'virtual:content';
import { useEffect } from 'react';
import { type NoStatus, type StatusSheet, showFound, showStatus } from '../client/visit.ts';
import { requestStatus } from '../client/waitlist-api.ts';
import { formatNumber } from '../shared/labels.ts';
import { referralLink, statusHash, statusLink } from '../shared/links.ts';
import { Leave } from './Leave.tsx';
import { HEADING, Heart, StatusView } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

const MIN_REQUEST_INTERVAL_MS = 15_000;

/** Shows a status, and requests it unless the member just joined. */
export function StatusLoader({ sheet }: { sheet: StatusSheet }) {
  const { isOpen } = useVisit();
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

  if (!status) return <StatusView status={undefined} />;
  if (typeof status === 'string')
    return <StatusProblem key={status} problem={status} sheet={sheet} />;
  const { referralCode, previousPosition } = status;
  const position = status.position === null ? null : formatNumber(status.position);
  return (
    <StatusView
      status={{
        ...status,
        position,
        positionLength: position?.length ?? 0,
        link: referralLink(location.origin, referralCode),
        movedUp: previousPosition && status.position ? previousPosition - status.position : 0,
      }}
      // Without a status token in the signup's response, the member can't leave.
      statusLink={statusKey && statusLink(location.origin, statusKey)}
    >
      {statusKey && <Leave statusKey={statusKey} />}
    </StatusView>
  );
}

interface Problem {
  heading: string;
  advice?: string;
  /** Without a link there's a button to try again. */
  link?: { href: string; label: string };
}

/** What is shown instead of a status. */
function StatusProblem({ sheet, problem }: { sheet: StatusSheet; problem: NoStatus }) {
  const { statusKey } = sheet;
  const { member } = useVisit();
  const other = member?.statusKey.statusToken === statusKey?.statusToken ? undefined : member;
  const unknown = other
    ? { href: statusHash(other.statusKey), label: copy.own }
    : { href: '#join', label: copy.join };
  const problems: Record<NoStatus, Problem> = {
    left: { heading: copy.left, advice: copy.goodbye, link: { href: '#', label: form.back } },
    unknown: { heading: copy.unknown, advice: copy.unknownAdvice, link: unknown },
    unreachable: { heading: copy.noStatus, advice: copy.noStatusAdvice },
  };
  return <ProblemView {...problems[problem]} retry={() => showStatus(statusKey, undefined)} />;
}

export function ProblemView({ heading, advice, link, retry }: Problem & { retry: () => void }) {
  return (
    <div className="problem">
      <Heart />
      <h2 {...HEADING}>{heading}</h2>
      {advice && <p>{advice}</p>}
      {link ? (
        <a className="button" href={link.href}>
          {link.label}
        </a>
      ) : (
        <button className="button" type="button" onClick={retry}>
          {copy.again}
        </button>
      )}
    </div>
  );
}
