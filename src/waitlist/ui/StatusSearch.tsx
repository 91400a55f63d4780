import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Answer, askStatus } from '../client/ask-waitlist.ts';
import { forget, recall, remember } from '../client/remembered.ts';
import type { WaitlistWords } from '../shared/fill.ts';
import { STATUS_ERRORS } from '../shared/status.ts';
import { statusAddress, statusKeyFrom } from '../shared/status-link.ts';
import { MemberStatus, type Seen } from './MemberStatus.tsx';
import type { Joined } from './SignupForm.tsx';
import { focusHeading, usePageTitle } from './view.ts';

/** A status is asked for again at most this often. */
const FRESH_MS = 15_000;

/** Asking again would not help: nobody can have this key, or nobody has it. */
const FINAL = [400, 404];
const MALFORMED = { ok: false, message: STATUS_ERRORS.malformed_link, status: 400 } as const;

interface Props {
  words: WaitlistWords;
  /** CODE.TOKEN, or whatever else the address has. */
  keyText: string;
  /** A member who joined just now is not asked for. */
  joined: Joined | undefined;
}

/** The status of the member who joined just now, or whose status link is in the address. */
export function StatusSearch({ words, keyText, joined }: Props) {
  const statusKey = useMemo(() => statusKeyFrom(keyText), [keyText]);
  const [answer, setAnswer] = useState<Answer<Seen> | undefined>(
    statusKey ? joined && { ok: true, ...joined } : MALFORMED,
  );
  const message = answer?.ok ? undefined : (answer?.message ?? words.spot.finding);
  const isFinal = answer?.ok === false && FINAL.includes(answer.status ?? 0);
  const own = isFinal && recall();
  // The first sentence says what is wrong, the next what to do.
  const [, heading = message, advice] = (isFinal && /^(.*?\.) (.*)/.exec(message ?? '')) || [];
  usePageTitle(heading);

  const showGone = useCallback(
    (message: string) => {
      if (recall(keyText)) forget();
      // Left in the address, the member's own link would be taken for a friend's.
      if (location.hash === '#spot') history.replaceState(null, '', '/#spot');
      setAnswer({ ok: false, message, status: 404 });
    },
    [keyText],
  );

  // Asks at once where there is no answer, and again when the tab is seen after a while.
  useEffect(() => {
    if (!statusKey || answer?.ok === false) return;
    const left = new AbortController();
    const { signal } = left;
    let askedAt = answer ? Date.now() : 0;
    async function ask(key = statusKey) {
      if (!key || document.hidden || Date.now() - askedAt < FRESH_MS) return;
      askedAt = Date.now();
      const found = await askStatus(key, signal);
      if (found?.ok) {
        const last: Partial<Seen> | undefined = answer?.ok ? answer : recall(keyText);
        const hasMoved = last?.position !== found.position;
        if (!recall()) remember({ keyText, firstName: '' });
        setAnswer({ ...found, before: hasMoved ? last?.position : last?.before });
      } else if (found?.status === 404) showGone(found.message);
      else if (found && !answer) setAnswer(found);
    }
    ask();
    document.addEventListener('visibilitychange', () => ask(), { signal });
    return () => left.abort();
  }, [statusKey, keyText, answer, showGone]);

  useEffect(() => {
    const member = recall(keyText);
    // A friend's status link stays in the address: a reload would not know it by the referral link.
    if (!statusKey || !answer?.ok || !(member || joined)) return;
    if (member && answer.position) remember({ ...member, position: answer.position });
    history.replaceState(null, '', statusAddress(statusKey.referralCode));
    // From here on :target is of no use: it ignores replaceState.
    document.getElementById('join')?.classList.add('spot');
  }, [statusKey, keyText, answer, joined]);

  if (answer?.ok && statusKey) {
    const { firstName = '' } = joined ?? recall(keyText) ?? {};
    return <MemberStatus {...{ words, statusKey, firstName }} status={answer} onGone={showGone} />;
  }
  return (
    <div className="paper">
      <h2 key={heading} id="view" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {advice && <p>{advice}</p>}
      {message === words.leave.left && <p>{words.leave.goodbye}</p>}
      {answer && !isFinal && (
        <button className="button" type="button" onClick={() => setAnswer(undefined)}>
          {words.spot.again}
        </button>
      )}
      {own && (
        <a className="button" href={`#spot=${own.keyText}`}>
          {words.spot.own}
        </a>
      )}
      {isFinal && (
        <a className={own ? 'quiet' : 'button'} href="#join">
          {words.spot.join}
        </a>
      )}
    </div>
  );
}
