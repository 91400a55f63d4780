import type { ReactNode } from 'react';
import { fillPlaceholders, formatNumber, type WaitlistLabels } from '../shared/labels.ts';
import { smsLink } from '../shared/referral.ts';
import { Share } from './Share.tsx';
import { focusHeading, usePageTitle } from './title-and-focus.ts';

interface Card {
  greeting: string;
  /** Such as 1,234; undefined for an admitted member. */
  position?: string | undefined;
  /** The number of digits, which sets the font size of the position. */
  digits?: number | string;
  /** How many positions since the last visit. */
  movedUp?: number | undefined;
  referralCount?: number;
}

interface Props {
  labels: Pick<WaitlistLabels, 'confirmation' | 'member'>;
  card: Card;
  link: string;
  statusLink: string | undefined;
  /** Null if the site has none, undefined on the response page, which has no script. */
  sharePicture?: ReactNode;
  children?: ReactNode;
}

/** A member's position and ways to share, also prerendered for visitors without script. */
export function StatusView({ labels, card, link, statusLink, sharePicture, children }: Props) {
  const { confirmation, member } = labels;
  const { position } = card;
  return (
    <div className="confirmation">
      <PositionCard {...card} labels={confirmation} admitted={member.admitted} />
      {position && <h3>{confirmation.title}</h3>}
      <p className="note">{position ? confirmation.note : member.admittedText}</p>
      {!position && member.admittedLink && (
        <a className="button" href={member.admittedLink}>
          {member.admittedLabel}
        </a>
      )}
      <Share labels={confirmation} link={link} sharePicture={sharePicture} />
      <div className="private">
        {statusLink && (
          <>
            <p>{confirmation.privateNote}</p>
            <a
              className="text-button"
              href={smsLink(fillPlaceholders(confirmation.reminder, { link: statusLink }))}
            >
              {confirmation.shareWithMe}
            </a>
          </>
        )}
        {children}
      </div>
    </div>
  );
}

function PositionCard(props: Card & { labels: WaitlistLabels['confirmation']; admitted: string }) {
  const { labels, admitted, greeting, position, digits, movedUp = 0, referralCount = 0 } = props;
  const [before, sign, after] = labels.position.split(/(\S*)\{position\}/);
  usePageTitle(position ? fillPlaceholders(labels.position, { position }) : admitted);
  return (
    <div className="card">
      {position && (
        <p id="greeting" className="greeting">
          {greeting}
        </p>
      )}
      <div aria-live="polite" aria-atomic>
        <h2
          ref={focusHeading}
          id="view-title"
          className={position ? 'position' : 'foil'}
          data-digits={digits}
          tabIndex={-1}
          aria-describedby={position && 'greeting'}
        >
          {position ? (
            <>
              {before}
              <strong key={position} className="foil">
                <span>{sign}</span>
                {position}
              </strong>
              {after}
            </>
          ) : (
            admitted
          )}
        </h2>
        {movedUp > 0 && (
          <p className="chip">{countText(movedUp, labels.oneUp, labels.movedUp, 'moved')}</p>
        )}
        {referralCount > 0 && (
          <p>{countText(referralCount, labels.oneFriend, labels.friends, 'friends')}</p>
        )}
      </div>
    </div>
  );
}

function countText(n: number, one: string, many: string, placeholder: string): string {
  return n === 1 ? one : fillPlaceholders(many, { [placeholder]: formatNumber(n) });
}
