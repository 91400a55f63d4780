import { member as copy, form } from 'virtual:content';
import { type NoStatus, type StatusSheet, showStatus } from '../client/visit.ts';
import { statusHash } from '../shared/links.ts';
import { focusHeading, Heart } from './StatusView.tsx';
import { useVisit } from './use-visit.ts';

interface Problem {
  heading: string;
  advice?: string;
  /** Without a link there's a button to try again. */
  link?: { href: string; label: string };
}

/** What is shown instead of a status. */
export function StatusProblem({ sheet, problem }: { sheet: StatusSheet; problem: NoStatus }) {
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
  return <ProblemView {...problems[problem]} retry={() => showStatus(statusKey, 'finding')} />;
}

export function ProblemView({ heading, advice, link, retry }: Problem & { retry: () => void }) {
  return (
    <div className="problem">
      <Heart />
      <h2 id="view-title" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
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
