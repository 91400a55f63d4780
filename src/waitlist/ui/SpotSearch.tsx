import { useCallback, useEffect, useRef, useState } from 'react';
import { findSpot, type Spot } from '../client/find-spot.ts';
import { recall } from '../client/remembered.ts';
import type { WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { parseReferralCode } from '../shared/referral.ts';
import { STATUS_ERRORS } from '../shared/status.ts';
import { HerSpot } from './HerSpot.tsx';

interface Problem {
  text: string;
  /** Asking again would not help. */
  final: boolean;
}

/** The spot of whoever has `code`, which is what stood in the address. */
export function SpotSearch({ words, code }: { words: WaitlistWords; code: string }) {
  const [spot, setSpot] = useState<Spot>();
  const [problem, setProblem] = useState<Problem>();
  const known = recall();
  const firstName = known?.code === code ? known.firstName : undefined;

  const look = useCallback(
    async (signal: AbortSignal) => {
      setProblem(undefined);
      if (!parseReferralCode(code)) {
        return setProblem({ text: STATUS_ERRORS.malformed_code, final: true });
      }
      try {
        const outcome = await findSpot(code, signal);
        if (signal.aborted) return;
        if (outcome.ok) return setSpot(outcome);
        setProblem({ text: outcome.message, final: outcome.status === 404 });
      } catch {
        if (!signal.aborted) setProblem({ text: MESSAGES.unexpected, final: false });
      }
    },
    [code],
  );

  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    look(left.current.signal);
    return () => left.current.abort();
  }, [look]);

  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focused again when the heading's text changes.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [problem]);

  if (spot) return <HerSpot words={words} code={code} firstName={firstName} found={spot} />;
  return (
    <div className="paper">
      <h2 ref={heading} tabIndex={-1}>
        {problem?.text ?? words.spot.finding}
      </h2>
      {problem && !problem.final && (
        <button className="button" type="button" onClick={() => look(left.current.signal)}>
          {words.spot.again}
        </button>
      )}
      {problem?.final && (
        <a className="button" href="#join">
          {words.spot.join}
        </a>
      )}
    </div>
  );
}
