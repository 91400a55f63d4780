import { forgetSignup } from '../client/pending-signup.ts';
import { leaveWaitlist, type MemberStatus } from '../client/waitlist-api.ts';
import { fillPlaceholders, formatNumber, type WaitlistLabels } from '../shared/labels.ts';
import { MESSAGES } from '../shared/messages.ts';
import { referralLink } from '../shared/referral.ts';
import { type StatusKey, statusLink } from '../shared/status-link.ts';
import { Confirmation } from './Confirmation.tsx';
import { Leave } from './Leave.tsx';
import { SharePicture } from './SharePicture.tsx';
import { useToast } from './Toast.tsx';

interface Props {
  labels: WaitlistLabels;
  statusKey: StatusKey;
  /** Empty in a browser that the member did not join with. */
  firstName: string;
  status: MemberStatus;
  onLeft: () => void;
}

export function MemberView({ labels, statusKey, firstName, status, onLeft }: Props) {
  const { toast, showToast } = useToast();

  async function leave() {
    const result = await leaveWaitlist(statusKey, labels.member);
    const hasLeft = result?.ok || result?.code === 'unknown_member';
    if (!hasLeft) return showToast(result?.message ?? MESSAGES.unexpected);
    forgetSignup();
    onLeft();
  }

  const position = status.position ? formatNumber(status.position) : undefined;
  const { greeting } = labels.confirmation;
  const link = referralLink(location.origin, statusKey.referralCode);
  return (
    <Confirmation
      labels={labels}
      card={{
        greeting: firstName ? fillPlaceholders(greeting, { firstName }) : labels.member.greeting,
        position,
        digits: String(status.position).length,
        movedUp: status.position && status.before && status.before - status.position,
        referralCount: status.referralCount,
      }}
      link={link}
      statusLink={statusLink(location.origin, statusKey)}
      toast={toast}
      showToast={showToast}
      sharePicture={
        <SharePicture
          labels={labels.share}
          copied={labels.confirmation.copied}
          firstName={firstName}
          position={position}
          link={link}
          showToast={showToast}
        />
      }
    >
      <Leave labels={labels.member} statusKey={statusKey} onLeave={leave} />
    </Confirmation>
  );
}
