import { confirmation, member as copy, drawings } from 'virtual:content';
import { type ReactNode, useState } from 'react';
import { fillPlaceholders, formatNumber } from '../shared/labels.ts';
import { smsLink } from '../shared/links.ts';
import { e164 } from '../shared/phone.ts';
import { IN_BROWSER } from './in-browser.ts';
import { Share } from './Share.tsx';
import type { Shared } from './SharePicture.tsx';
import { WithName } from './WithName.tsx';

interface Status extends Shared {
  /** How many positions since the last visit. */
  movedUp?: number | undefined;
  referralCount?: number;
  /** The member's own, as ten digits, if it's known. */
  phone?: string | undefined;
}

interface Props {
  /** Undefined while it's being found. */
  status: Status | undefined;
  statusLink?: string | undefined;
  children?: ReactNode;
}

/** A member's position and ways to share, also prerendered for the response pages. */
export function StatusView({ status, statusLink, children }: Props) {
  const card = <PositionCard status={status} />;
  if (!status) return <div className="confirmation">{card}</div>;
  const isAdmitted = !status.position;
  const ownPhone = status.phone && e164(status.phone);
  return (
    <div className="confirmation">
      {card}
      {isAdmitted && copy.admittedLink && (
        <a className="button" href={copy.admittedLink}>
          {copy.admittedLabel}
        </a>
      )}
      {isAdmitted && !copy.admittedLink && <p>{copy.admittedText}</p>}
      <div>
        <h3>{isAdmitted ? copy.admittedShare : confirmation.title}</h3>
        {!isAdmitted && <p>{confirmation.note}</p>}
      </div>
      <Share {...status} />
      {statusLink && (
        <div className="private">
          <p>{confirmation.privateNote}</p>
          <a
            className="text-button"
            href={smsLink(fillPlaceholders(confirmation.reminder, { link: statusLink }), ownPhone)}
          >
            {confirmation.shareWithMe}
          </a>
          {children}
        </div>
      )}
    </div>
  );
}

function PositionCard({ status }: Pick<Props, 'status'>) {
  const { firstName, position, movedUp = 0, referralCount = 0 } = status ?? {};
  const [before, sign] = confirmation.position.split(/(\S*)\{position\}/);
  const kind = position ? 'position' : status ? 'admitted foil' : 'finding foil';
  const greeting = position ? confirmation.greeting : copy.admittedGreeting;
  const unnamed = position && copy.greeting;
  const shownGreeting = firstName ? <WithName text={greeting} firstName={firstName} /> : unnamed;
  const [slidesIn] = useState(Boolean(status));
  return (
    <div className={slidesIn ? 'card arrived' : 'card'}>
      {shownGreeting && (
        <p id="greeting" className="greeting">
          {shownGreeting}
        </p>
      )}
      <div aria-live="polite" aria-atomic>
        <h2
          key={kind}
          ref={focusHeading}
          id="view-title"
          className={kind}
          tabIndex={-1}
          aria-describedby={shownGreeting && 'greeting'}
        >
          {position ? (
            <>
              {before}
              <strong
                key={position}
                className="foil"
                // The font size depends on it.
                data-length={IN_BROWSER ? position.length : '{length}'}
              >
                <span>{sign}</span>
                {position}
              </strong>
            </>
          ) : (
            copy[status ? 'admitted' : 'finding']
          )}
        </h2>
        {status && !position && <Heart drawing={drawings.healedHeart} />}
        {movedUp > 0 && (
          <p className="chip">{countText(movedUp, confirmation.oneUp, confirmation.movedUp)}</p>
        )}
        {movedUp < 0 && <p>{confirmation.overtaken}</p>}
        {referralCount > 0 && (
          <p>{countText(referralCount, confirmation.oneFriend, confirmation.friends)}</p>
        )}
      </div>
    </div>
  );
}

export const Heart = ({ drawing = drawings.heart }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which also shows offline.
  <div className="heart" aria-hidden dangerouslySetInnerHTML={{ __html: drawing }} />
);

/** `many` has a placeholder for the count. */
function countText(count: number, one: string, many: string): string {
  return count === 1 ? one : many.replace(/\{\w+\}/g, formatNumber(count));
}

/** A `ref` for the heading of a view. */
export function focusHeading(heading: HTMLElement | null) {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}
