import type { WaitlistLabels } from '../shared/labels.ts';
import { MESSAGES } from '../shared/messages.ts';
import { focusHeading, Heart } from './StatusView.tsx';

export type Problem = 'cut' | 'unknown' | 'left' | 'unreachable' | 'limited';

interface Props {
  problem: Problem;
  labels: Pick<WaitlistLabels, 'form' | 'member'>;
  /** The URL of the page with the views, if it's another one. */
  home?: string;
  /** The status key of the member that this browser remembers, unless that is the one with the problem. */
  otherKey?: string | undefined;
  onRetry?: () => void;
}

/** What is shown instead of a status. */
export function StatusProblem({ problem, labels, home = '', otherKey, onRetry }: Props) {
  const { form, member } = labels;
  const [heading, advice] = {
    cut: [member.cut, member.cutAdvice],
    unknown: [member.unknown, member.unknownAdvice],
    left: [member.left, member.goodbye],
    unreachable: [member.noStatus, member.noStatusAdvice],
    limited: [MESSAGES.rate_limited],
  }[problem];
  const canRetry = problem === 'unreachable' || problem === 'limited';
  const own = otherKey && !canRetry && { href: `#spot=${otherKey}`, label: member.own };
  const first = problem === 'left' ? { href: `${home}#`, label: form.back } : own;

  return (
    <div className="problem">
      <Heart />
      <h2 id="view-title" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {advice && <p>{advice}</p>}
      {canRetry && (
        <button className="button" type="button" onClick={onRetry}>
          {member.again}
        </button>
      )}
      {first && (
        <a className="button" href={first.href}>
          {first.label}
        </a>
      )}
      {!canRetry && (
        <a className={first ? 'text-button' : 'button'} href={`${home}#join`}>
          {member.join}
        </a>
      )}
    </div>
  );
}
