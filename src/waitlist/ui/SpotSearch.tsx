import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../client/ask-function.ts';
import { findSpot, type Spot } from '../client/find-spot.ts';
import { recall } from '../client/remembered.ts';
import type { WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { HerSpot } from './HerSpot.tsx';

/** Nobody has this code, or nobody can have it: asking again would not help. */
const FINAL = [400, 404];

/** The spot of whoever has `code`, which is what stood in the address. */
export function SpotSearch({ words, code }: { words: WaitlistWords; code: string }) {
  const [answer, setAnswer] = useState<Answer<Spot>>();
  const known = recall();
  const firstName = known?.code === code ? known.firstName : undefined;

  // Asks at first, and again when the answer was taken away.
  useEffect(() => {
    if (answer) return;
    const left = new AbortController();
    const { signal } = left;
    findSpot(code, signal)
      .catch(() => ({ ok: false, message: MESSAGES.unexpected }) as const)
      .then((found) => {
        if (!signal.aborted) setAnswer(found);
      });
    return () => left.abort();
  }, [code, answer]);

  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focused again when the heading's text changes.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [answer]);

  if (answer?.ok) return <HerSpot words={words} code={code} firstName={firstName} found={answer} />;
  const final = FINAL.includes(answer?.status ?? 0);
  return (
    <div className="paper">
      <h2 ref={heading} tabIndex={-1}>
        {answer?.message ?? words.spot.finding}
      </h2>
      {answer && !final && (
        <button className="button" type="button" onClick={() => setAnswer(undefined)}>
          {words.spot.again}
        </button>
      )}
      {final && (
        <a className="button" href="#join">
          {words.spot.join}
        </a>
      )}
    </div>
  );
}
