import type { ShownStatus } from '../client/visit.ts';
import { formatNumber, type WaitlistLabels } from '../shared/labels.ts';
import { referralLink } from '../shared/referral.ts';
import { type StatusKey, statusLink } from '../shared/status-link.ts';
import { Leave } from './Leave.tsx';
import { SharePicture } from './SharePicture.tsx';
import { StatusView } from './StatusView.tsx';

interface Props {
  labels: WaitlistLabels;
  /** Undefined if the signup's response had no status token; then the member can't leave. */
  statusKey: StatusKey | undefined;
  /** Undefined while it's being found. */
  status: ShownStatus | undefined;
  onLeave: (statusKey: StatusKey) => void;
}

export function LoadedStatus({ labels, statusKey, status, onLeave }: Props) {
  if (!status) return <StatusView labels={labels} status={status} />;
  const { confirmation, member, share } = labels;
  const { referralCode, firstName, before, referralCount } = status;
  const position = status.position ? formatNumber(status.position) : undefined;
  const link = referralLink(location.origin, referralCode);
  const shown = {
    firstName,
    position,
    length: position?.length,
    link,
    movedUp: status.position && before && before - status.position,
    referralCount,
  };
  const picture = { copied: confirmation.copied, firstName, position, link };

  return (
    <StatusView
      labels={labels}
      status={shown}
      statusLink={statusKey && statusLink(location.origin, statusKey)}
      sharePicture={share ? <SharePicture labels={share} {...picture} /> : null}
    >
      {statusKey && (
        <Leave labels={member} statusKey={statusKey} onLeave={() => onLeave(statusKey)} />
      )}
    </StatusView>
  );
}
