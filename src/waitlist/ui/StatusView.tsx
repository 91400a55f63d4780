import { confirmation, member as copy, drawings } from 'virtual:content';
import { type ReactNode, useState } from 'react';
import { fillPlaceholders, formatNumber } from '../shared/labels.ts';
import { smsLink } from '../shared/links.ts';
import { e164 } from '../shared/phone.ts';
import { IN_BROWSER } from './in-browser.ts';
import { Share } from './Share.tsx';
import type { Invitation } from './SharePicture.tsx';
import { WithName } from './WithName.tsx';

interface Status extends Invitation {
  /** How many characters the position has; the font size depends on it. */
  positionLength: number | string;
  /** How many positions since the last visit. */
  movedUp?: number | undefined;
  referralCount?: number | undefined;
  /** The member's own, as ten digits, if it's known. */
  phone?: string | undefined;
}

interface Props {
  /** Undefined while it's being found. */
  status: Status | undefined;
  /** On a response page, which has both heads, CSS shows one of them. */
  hasBothHeads?: boolean;
  statusLink?: string | undefined;
  children?: ReactNode;
}

/** A member's position and ways to share, also prerendered for the response pages. */
export function StatusView({ status, hasBothHeads, statusLink, children }: Props) {
  const { position, movedUp = 0, referralCount = 0 } = status ?? {};
  const isAdmitted = status && (position === null || hasBothHeads);
  const isWaiting = status && position !== null;
  const ownPhone = status?.phone && e164(status.phone);
  const [slidesIn] = useState(Boolean(status));
  const card = position === null ? 'card golden' : 'card';
  return (
    <div className="confirmation">
      <div className={slidesIn ? `${card} arrived` : card}>
        <div aria-live="polite" aria-atomic>
          {!status && (
            <h2 {...HEADING} className="finding foil">
              {copy.finding}
            </h2>
          )}
          {isAdmitted && <AdmittedHead {...status} />}
          {isWaiting && <PositionHead {...status} />}
          {movedUp > 0 && (
            <p className="chip">{countText(movedUp, confirmation.oneUp, confirmation.movedUp)}</p>
          )}
          {movedUp < 0 && <p>{confirmation.overtaken}</p>}
          {referralCount > 0 && (
            <p>{countText(referralCount, confirmation.oneFriend, confirmation.friends)}</p>
          )}
        </div>
      </div>
      {isAdmitted && <NextSteps />}
      {isWaiting && (
        <div className="if-waiting">
          <h3>{confirmation.title}</h3>
          <p>{confirmation.note}</p>
        </div>
      )}
      {status && <Share {...status} />}
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

function AdmittedHead({ firstName }: Status) {
  return (
    <div className="if-admitted">
      {firstName && (
        <p id="turn" className="greeting">
          <WithName text={copy.admittedGreeting} firstName={firstName} />
        </p>
      )}
      <h2 {...HEADING} className="admitted foil" aria-describedby={firstName && 'turn'}>
        {copy.admitted}
      </h2>
      <Heart drawing={drawings.healedHeart} />
    </div>
  );
}

function PositionHead({ firstName, position, positionLength }: Status) {
  const [before, sign] = confirmation.position.split(/(\S*)\{position\}/);
  return (
    <div className="if-waiting">
      <p id="greeting" className="greeting">
        {firstName ? (
          <WithName text={confirmation.greeting} firstName={firstName} />
        ) : (
          copy.greeting
        )}
      </p>
      <h2 {...HEADING} className="position" aria-describedby="greeting">
        {before}
        <strong key={position} className="foil" data-length={positionLength}>
          <span>{sign}</span>
          {position}
        </strong>
      </h2>
    </div>
  );
}

/** For an admitted member. */
const NextSteps = () => (
  <>
    {copy.admittedLink ? (
      <a className="button if-admitted" href={copy.admittedLink}>
        {copy.admittedLabel}
      </a>
    ) : (
      <p className="if-admitted">{copy.admittedText}</p>
    )}
    <h3 className="if-admitted">{copy.admittedShare}</h3>
  </>
);

export const Heart = ({ drawing = drawings.heart }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which also shows offline.
  <div className="heart" aria-hidden dangerouslySetInnerHTML={{ __html: drawing }} />
);

/** `many` has a placeholder for the count. */
function countText(count: number, one: string, many: string): string {
  const text = formatNumber(count);
  return count === 1 ? one : fillPlaceholders(many, { moved: text, friends: text });
}

/** The first heading takes the place of what the page has shown until now. */
function focusHeading(heading: HTMLElement | null) {
  if (!heading) return;
  const isFirst = window.visit.state.react !== 'drawing';
  window.visit.update({ react: 'drawing' });
  // The visitor has moved the focus while React was loading.
  if (isFirst && document.activeElement?.closest('header')) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Attributes of the heading that names the view. A response page has two, and no script that refers to them. */
export const HEADING = {
  ref: focusHeading,
  id: IN_BROWSER ? 'view-title' : undefined,
  tabIndex: -1,
} as const;
