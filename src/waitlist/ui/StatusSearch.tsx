import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Answer, askStatus, type MemberStatus } from '../client/ask-waitlist.ts';
import { readMember, removeMember, storeMember } from '../client/stored-member.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { type StatusKey, statusKeyFrom } from '../shared/status-link.ts';
import { MemberView } from './MemberView.tsx';
import { focusHeading, usePageTitle } from './title-and-focus.ts';

/** Between two status requests. */
const FRESH_MS = 15_000;

/** Why there is no status, and another request would not help. */
type NoStatus = 'left' | 'unknown' | 'cut';

interface Props {
  labels: WaitlistLabels;
  /** CODE.TOKEN, or what the address has instead. */
  keyText: string;
  joined: MemberStatus | undefined;
}

/** Finds the member of the address, unless the member joined just now. */
export function StatusSearch({ labels, keyText, joined }: Props) {
  const statusKey = useMemo(() => statusKeyFrom(keyText), [keyText]);
  const [noStatus, setNoStatus] = useState<NoStatus | undefined>(statusKey ? undefined : 'cut');
  const [answer, setAnswer] = useState<Answer<MemberStatus> | undefined>(
    joined && { ok: true, ...joined },
  );
  const { left, goodbye, unknown, unknownAdvice, cut, cutAdvice, finding } = labels.member;
  const message = answer?.ok ? undefined : (answer?.message ?? finding);
  const sentences = {
    left: [left, goodbye],
    unknown: [unknown, unknownAdvice],
    cut: [cut, cutAdvice],
  };
  const [heading, advice] = noStatus ? sentences[noStatus] : [message];
  const own = noStatus && readMember();
  usePageTitle(heading);

  const showGone = useCallback(
    (why: NoStatus) => {
      if (readMember(keyText)) removeMember();
      // Nobody should copy the link of a member who left.
      if (location.hash === '#spot') history.replaceState(null, '', '/#spot');
      setNoStatus(why);
    },
    [keyText],
  );

  useEffect(() => {
    if (!statusKey || noStatus || answer?.ok === false) return;
    const closed = new AbortController();
    const { signal } = closed;
    let askedAt = answer ? Date.now() : 0;
    async function ask(key: StatusKey) {
      if (document.hidden || Date.now() - askedAt < FRESH_MS) return;
      askedAt = Date.now();
      const found = await askStatus(key, labels.member, signal);
      if (found?.ok) {
        const last: Partial<MemberStatus> | undefined = answer?.ok ? answer : readMember(keyText);
        const hasMoved = last?.position !== found.position;
        const stored = readMember();
        // Another member's status link stays: a reload would not find it by the referral link.
        if (!stored || stored.keyText === keyText) {
          storeMember({ keyText, firstName: stored?.firstName ?? '', position: found.position });
        }
        setAnswer({ ...found, before: hasMoved ? last?.position : last?.before });
      } else if (found?.code === 'unknown_member') showGone('unknown');
      else if (found && !answer) setAnswer(found);
    }
    ask(statusKey);
    document.addEventListener('visibilitychange', () => ask(statusKey), { signal });
    return () => closed.abort();
  }, [statusKey, keyText, noStatus, answer, showGone, labels]);

  if (answer?.ok && statusKey && !noStatus) {
    const { firstName = '' } = readMember(keyText) ?? {};
    const onGone = () => showGone('left');
    return <MemberView {...{ labels, statusKey, firstName, onGone }} status={answer} />;
  }
  return (
    <>
      <h2 key={heading} id="view" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {advice && <p>{advice}</p>}
      {answer && !noStatus && (
        <button className="button" type="button" onClick={() => setAnswer(undefined)}>
          {labels.member.again}
        </button>
      )}
      {own && (
        <a className="button" href={`#spot=${own.keyText}`}>
          {labels.member.own}
        </a>
      )}
      {noStatus && (
        <a className={own ? 'quiet' : 'button'} href="#join">
          {labels.member.join}
        </a>
      )}
    </>
  );
}
