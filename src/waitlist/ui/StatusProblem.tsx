import { member as copy, form } from 'virtual:content';
import type { ReactNode } from 'react';
import { showStatus } from '../client/show-status.ts';
import type { NoStatus } from '../client/visit.ts';
import { MESSAGES } from '../shared/messages.ts';
import { isSameStatusKey, type StatusKey, statusHash } from '../shared/status-link.ts';
import { IN_BROWSER } from './in-browser.ts';
import { focusHeading, Heart } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

interface Props {
  problem: NoStatus;
  /** Undefined if the link was cut off, and on the response page. */
  statusKey?: StatusKey | undefined;
}

/** What is shown instead of a status. */
export function StatusProblem({ problem, statusKey }: Props) {
  const { member } = useVisit();
  // A response page isn't the one with the views, and doesn't run React.
  const home = IN_BROWSER ? '' : '/';
  const back = { href: `${home}#`, label: form.back };
  const join = { href: `${home}#join`, label: copy.join };
  const other = isSameStatusKey(member?.statusKey, statusKey) ? undefined : member;
  const own = other && { href: statusHash(other.statusKey), label: copy.own };
  const ways = own ? [own, join] : [join];
  const { heading, advice, links } = {
    cut: { heading: copy.cut, advice: copy.cutAdvice, links: ways },
    unknown: { heading: copy.unknown, advice: copy.unknownAdvice, links: ways },
    left: { heading: copy.left, advice: copy.goodbye, links: [back, join] },
    unreachable: { heading: copy.noStatus, advice: copy.noStatusAdvice, links: [] },
    limited: { heading: MESSAGES.rate_limited, advice: undefined, links: [] },
  }[problem];

  return (
    <ProblemView heading={heading}>
      {advice && <p>{advice}</p>}
      {links.map(({ href, label }, i) => (
        <a key={href} className={i === 0 ? 'button' : 'text-button'} href={href}>
          {label}
        </a>
      ))}
      {links.length === 0 && (
        <button className="button" type="button" onClick={() => showStatus(statusKey, 'finding')}>
          {copy.again}
        </button>
      )}
    </ProblemView>
  );
}

export function ProblemView({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="problem">
      <Heart />
      <h2 id="view-title" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </div>
  );
}
