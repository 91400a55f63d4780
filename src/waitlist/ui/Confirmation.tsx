import type { ReactNode } from 'react';
import { fillPlaceholders, type WaitlistLabels } from '../shared/labels.ts';
import { smsLink } from '../shared/referral.ts';
import { PositionCard, type PositionCardProps } from './PositionCard.tsx';
import { Share } from './Share.tsx';

interface Props {
  labels: Pick<WaitlistLabels, 'confirmation' | 'member'>;
  card: PositionCardProps;
  link: string;
  statusLink: string | undefined;
  /** Absent on the page that answers without script. */
  sharePicture?: ReactNode;
  children?: ReactNode;
}

export function Confirmation({ card, link, statusLink, sharePicture, children, ...props }: Props) {
  const { confirmation: labels, member: memberLabels } = props.labels;
  const { position } = card;
  const note = position === '1' ? labels.firstNote : labels.note;
  return (
    <div className="confirmation">
      <PositionCard {...card} labels={labels} admitted={memberLabels.admitted} />
      {position && <h3>{labels.title}</h3>}
      <p className="note">{position ? note : memberLabels.admittedText}</p>
      {!position && memberLabels.admittedLink && (
        <a className="button" href={memberLabels.admittedLink}>
          {memberLabels.admittedLabel}
        </a>
      )}
      <Share labels={labels} link={link} sharePicture={sharePicture} />
      <div className="private">
        {statusLink && (
          <>
            <p>{labels.privateNote}</p>
            <a
              className="text-button"
              href={smsLink(fillPlaceholders(labels.reminder, { link: statusLink }))}
            >
              {labels.shareWithMe}
            </a>
          </>
        )}
        {children}
      </div>
    </div>
  );
}
