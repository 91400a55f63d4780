import { member as copy, form } from 'virtual:content';
import type { ReactNode } from 'react';
import { type NoStatus, showStatus } from '../client/visit.ts';
import { isSameStatusKey, type StatusKey, statusHash } from '../shared/links.ts';
import { focusHeading, Heart } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

interface Props {
  problem: NoStatus;
  /** Undefined if the link was cut off. */
  statusKey: StatusKey | undefined;
}

/** What is shown instead of a status. */
export function StatusProblem({ problem, statusKey }: Props) {
  const { member } = useVisit();
  const other = isSameStatusKey(member?.statusKey, statusKey) ? undefined : member;
  const unknown = other
    ? { href: statusHash(other.statusKey), label: copy.own }
    : { href: '#join', label: copy.join };
  const { heading, advice, link } = {
    left: { heading: copy.left, advice: copy.goodbye, link: { href: '#', label: form.back } },
    unknown: { heading: copy.unknown, advice: copy.unknownAdvice, link: unknown },
    unreachable: { heading: copy.noStatus, advice: copy.noStatusAdvice, link: undefined },
  }[problem];

  return (
    <ProblemView heading={heading}>
      <p>{advice}</p>
      {link ? (
        <a className="button" href={link.href}>
          {link.label}
        </a>
      ) : (
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
