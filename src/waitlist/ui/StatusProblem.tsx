import { form, member } from 'virtual:content';
import type { ReactNode } from 'react';
import type { NoStatus } from '../client/visit.ts';
import { MESSAGES } from '../shared/messages.ts';
import { type StatusKey, statusHash } from '../shared/status-link.ts';
import { IN_BROWSER } from './in-browser.ts';
import { focusHeading, Heart } from './StatusView.tsx';

interface Props {
  problem: NoStatus;
  /** The status key of the member that this browser remembers, unless that is the one with the problem. */
  otherKey?: StatusKey | undefined;
  onRetry?: () => void;
}

/** What is shown instead of a status. */
export function StatusProblem({ problem, otherKey, onRetry }: Props) {
  // A response page isn't the one with the views, and doesn't run React.
  const home = IN_BROWSER ? '' : '/';
  const back = { href: `${home}#`, label: form.back };
  const join = { href: `${home}#join`, label: member.join };
  const own = otherKey && { href: statusHash(otherKey), label: member.own };
  const ways = own ? [own, join] : [join];
  const { heading, advice, links } = {
    cut: { heading: member.cut, advice: member.cutAdvice, links: ways },
    unknown: { heading: member.unknown, advice: member.unknownAdvice, links: ways },
    left: { heading: member.left, advice: member.goodbye, links: [back, join] },
    unreachable: { heading: member.noStatus, advice: member.noStatusAdvice, links: [] },
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
        <button className="button" type="button" onClick={onRetry}>
          {member.again}
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
