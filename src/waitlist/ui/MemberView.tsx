import type { ShownStatus } from '../client/visit.ts';
import { leaveWaitlist } from '../client/waitlist-api.ts';
import { fillPlaceholders, formatNumber, type WaitlistLabels } from '../shared/labels.ts';
import { referralLink } from '../shared/referral.ts';
import { type StatusKey, statusLink } from '../shared/status-link.ts';
import { Confirmation } from './Confirmation.tsx';
import { Leave } from './Leave.tsx';
import { SharePicture } from './SharePicture.tsx';
import { showToast } from './toast-state.ts';

interface Props {
  labels: WaitlistLabels;
  /** None if the signup was answered without a status token: then nobody can leave. */
  statusKey: StatusKey | undefined;
  status: ShownStatus;
  onLeft: () => void;
}

export function MemberView({ labels, statusKey, status, onLeft }: Props) {
  const { referralCode, firstName, before, referralCount } = status;

  async function leave(key: StatusKey) {
    const answer = await leaveWaitlist(key, labels.member);
    if (answer?.ok || answer?.code === 'unknown_member') onLeft();
    else showToast(labels.member.notLeft);
  }

  const position = status.position ? formatNumber(status.position) : undefined;
  const { greeting } = labels.confirmation;
  const link = referralLink(location.origin, referralCode);
  return (
    <Confirmation
      labels={labels}
      card={{
        greeting: firstName ? fillPlaceholders(greeting, { firstName }) : labels.member.greeting,
        position,
        digits: String(status.position).length,
        movedUp: status.position && before && before - status.position,
        referralCount,
      }}
      link={link}
      statusLink={statusKey && statusLink(location.origin, statusKey)}
      sharePicture={
        labels.share && (
          <SharePicture
            labels={labels.share}
            copied={labels.confirmation.copied}
            firstName={firstName}
            position={position}
            link={link}
          />
        )
      }
    >
      {statusKey && (
        <Leave labels={labels.member} statusKey={statusKey} onLeave={() => leave(statusKey)} />
      )}
    </Confirmation>
  );
}
