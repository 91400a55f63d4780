import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Answer, askStatus } from '../client/ask-waitlist.ts';
import { forget, recall, remember } from '../client/remembered.ts';
import { ERRORS, type ErrorCode } from '../shared/contract.ts';
import type { WaitlistWords } from '../shared/fill.ts';
import { statusKeyFrom } from '../shared/status-link.ts';
import { MemberStatus, type Seen } from './MemberStatus.tsx';
import type { Joined } from './SignupForm.tsx';
import { focusHeading, usePageTitle } from './view.ts';

/** Between two status requests. */
const FRESH_MS = 15_000;

/** Errors after which another request would not help. */
const FINAL: (ErrorCode | undefined)[] = ['malformed_link', 'unknown_member'];
const MALFORMED = { ok: false, message: ERRORS.malformed_link, code: 'malformed_link' } as const;

interface Props {
  words: WaitlistWords;
  /** CODE.TOKEN, or what the address has instead. */
  keyText: string;
  joined: Joined | undefined;
}

/** Finds the member of the address, unless the member joined just now. */
export function StatusSearch({ words, keyText, joined }: Props) {
  const statusKey = useMemo(() => statusKeyFrom(keyText), [keyText]);
  const [answer, setAnswer] = useState<Answer<Seen> | undefined>(
    statusKey ? joined && { ok: true, ...joined } : MALFORMED,
  );
  const message = answer?.ok ? undefined : (answer?.message ?? words.member.finding);
  const isFinal = answer?.ok === false && FINAL.includes(answer.code);
  const own = isFinal && recall();
  const [, heading = message, advice] = (isFinal && /^(.*?\.) (.*)/.exec(message ?? '')) || [];
  usePageTitle(heading);

  const showGone = useCallback(
    (message: string) => {
      if (recall(keyText)) forget();
      // The member's own link in the address would be taken for an inviter's.
      if (location.hash === '#spot') history.replaceState(null, '', '/#spot');
      setAnswer({ ok: false, message, code: 'unknown_member' });
    },
    [keyText],
  );

  useEffect(() => {
    if (!statusKey || answer?.ok === false) return;
    const left = new AbortController();
    const { signal } = left;
    let askedAt = answer ? Date.now() : 0;
    async function ask(key = statusKey) {
      if (!key || document.hidden || Date.now() - askedAt < FRESH_MS) return;
      askedAt = Date.now();
      const found = await askStatus(key, words.member, signal);
      if (found?.ok) {
        const last: Partial<Seen> | undefined = answer?.ok ? answer : recall(keyText);
        const hasMoved = last?.position !== found.position;
        const { firstName = '', ...member } = recall() ?? { keyText };
        // Another member's status link stays: a reload would not find it by the referral link.
        if (member.keyText === keyText) remember({ keyText, firstName, position: found.position });
        setAnswer({ ...found, before: hasMoved ? last?.position : last?.before });
      } else if (found?.code === 'unknown_member') showGone(found.message);
      else if (found && !answer) setAnswer(found);
    }
    ask();
    document.addEventListener('visibilitychange', () => ask(), { signal });
    return () => left.abort();
  }, [statusKey, keyText, answer, showGone, words]);

  if (answer?.ok && statusKey) {
    const { firstName = '' } = recall(keyText) ?? {};
    return <MemberStatus {...{ words, statusKey, firstName }} status={answer} onGone={showGone} />;
  }
  return (
    <>
      <h2 key={heading} id="view" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {advice && <p>{advice}</p>}
      {message === words.member.left && <p>{words.member.goodbye}</p>}
      {answer && !isFinal && (
        <button className="button" type="button" onClick={() => setAnswer(undefined)}>
          {words.member.again}
        </button>
      )}
      {own && (
        <a className="button" href={`#spot=${own.keyText}`}>
          {words.member.own}
        </a>
      )}
      {isFinal && (
        <a className={own ? 'quiet' : 'button'} href="#join">
          {words.member.join}
        </a>
      )}
    </>
  );
}
