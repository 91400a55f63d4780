import { useCallback, useEffect, useMemo, useState } from 'react';
import { removeQuery } from '../client/address.ts';
import { readMember, removeMember, storeMember } from '../client/stored-member.ts';
import { type ApiResult, type MemberStatus, requestStatus } from '../client/waitlist-api.ts';
import type { WaitlistLabels } from '../shared/labels.ts';
import { parseStatusKey, type StatusKey } from '../shared/status-link.ts';
import { MemberView } from './MemberView.tsx';
import { focusHeading, usePageTitle } from './title-and-focus.ts';

/** At least this long between two status requests. */
const REQUEST_INTERVAL_MS = 15_000;

/** Why there is no status, and another request would not help: `cut` is a link without its end. */
type NoStatus = 'left' | 'unknown' | 'cut';

interface Props {
  labels: WaitlistLabels;
  /** CODE.TOKEN, or what the address has instead. */
  statusKeyText: string;
  joinResult: ApiResult<MemberStatus> | undefined;
}

/** Finds the member of the address, unless the member joined just now. */
export function StatusSearch({ labels, statusKeyText, joinResult }: Props) {
  const statusKey = useMemo(() => parseStatusKey(statusKeyText), [statusKeyText]);
  const [noStatus, setNoStatus] = useState<NoStatus | undefined>(statusKey ? undefined : 'cut');
  const [result, setResult] = useState(joinResult);
  const { left, goodbye, unknown, unknownAdvice, cut, cutAdvice, finding } = labels.member;
  const message = result?.ok ? undefined : (result?.message ?? finding);
  const reasons = {
    left: { heading: left, advice: goodbye },
    unknown: { heading: unknown, advice: unknownAdvice },
    cut: { heading: cut, advice: cutAdvice },
  };
  const { heading, advice } = noStatus ? reasons[noStatus] : { heading: message };
  const stored = readMember();
  usePageTitle(heading);

  const showGone = useCallback(
    (reason: NoStatus) => {
      if (readMember()?.statusKeyText === statusKeyText) removeMember();
      // Nobody should copy the link of a member who left.
      removeQuery();
      setNoStatus(reason);
    },
    [statusKeyText],
  );

  useEffect(() => {
    if (!statusKey || noStatus || result?.ok === false) return;
    const closed = new AbortController();
    const { signal } = closed;
    let requestedAt = result ? Date.now() : 0;
    async function refresh(key: StatusKey) {
      if (document.hidden || Date.now() - requestedAt < REQUEST_INTERVAL_MS) return;
      requestedAt = Date.now();
      const found = await requestStatus(key, labels.member, signal);
      if (found?.ok) {
        const known = readMember();
        const isOther = known && known.statusKeyText !== statusKeyText;
        const lastSeen = { position: isOther ? undefined : known?.position };
        const last: Partial<MemberStatus> = result?.ok ? result : lastSeen;
        const before = last.position === found.position ? last.before : last.position;
        // Another member's status link stays: a reload would not find it by the referral link.
        const opened = { statusKeyText, firstName: '', joinedHere: false };
        if (!isOther) storeMember({ ...opened, ...known, position: found.position });
        setResult({ ...found, before });
      } else if (found?.code === 'unknown_member') showGone('unknown');
      else if (found && !result) setResult(found);
    }
    refresh(statusKey);
    document.addEventListener('visibilitychange', () => refresh(statusKey), { signal });
    return () => closed.abort();
  }, [statusKey, statusKeyText, noStatus, result, showGone, labels]);

  if (result?.ok && statusKey && !noStatus) {
    return (
      <MemberView
        labels={labels}
        statusKey={statusKey}
        firstName={stored?.statusKeyText === statusKeyText ? stored.firstName : ''}
        status={result}
        onLeft={() => showGone('left')}
      />
    );
  }
  return (
    <>
      <h2 key={heading} id="view-title" ref={focusHeading} tabIndex={-1}>
        {heading}
      </h2>
      {advice && <p>{advice}</p>}
      {result && !noStatus && (
        <button className="button" type="button" onClick={() => setResult(undefined)}>
          {labels.member.again}
        </button>
      )}
      {noStatus && stored && (
        <a className="button" href={`#spot=${stored.statusKeyText}`}>
          {labels.member.own}
        </a>
      )}
      {noStatus && (
        <a className={stored ? 'quiet' : 'button'} href="#join">
          {labels.member.join}
        </a>
      )}
    </>
  );
}
