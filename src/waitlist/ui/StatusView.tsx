import { confirmation, member as copy, drawings } from 'virtual:content';
import { type ReactNode, useId } from 'react';
import { fillPlaceholders, formatNumber } from '../shared/labels.ts';
import { smsLink } from '../shared/links.ts';
import { e164 } from '../shared/phone.ts';
import { IN_BROWSER } from './in-browser.ts';
import { Share } from './Share.tsx';
import type { Invitation } from './SharePicture.tsx';
import { WithName } from './texts.tsx';

interface Status extends Invitation {
  /** How many characters the position has; the font size depends on it. */
  positionLength: number | string;
  /** How many positions since the last visit. */
  movedUp?: number | undefined;
  referralCount?: number | undefined;
  /** The member's own, as ten digits, if it's known. */
  phone?: string | undefined;
  statusLink?: string | undefined;
  children?: ReactNode;
}

/** A member's position and ways to share, also prerendered for the response pages. */
export function StatusView({ statusLink, children, ...status }: Status) {
  const { position, movedUp = 0, referralCount = 0 } = status;
  const isAdmitted = position === null;
  const ownPhone = status.phone && e164(status.phone);
  // What a status request finds takes the place of another card.
  const motion = status.referralCount === undefined ? 'arrived' : '';
  return (
    <div className="confirmation">
      <div className={`card ${motion} ${isAdmitted ? 'golden' : ''}`}>
        <div aria-live="polite" aria-atomic>
          <Head {...status} />
          {movedUp > 0 && (
            <p className="chip">{countText(movedUp, confirmation.oneUp, confirmation.movedUp)}</p>
          )}
          {movedUp < 0 && <p>{confirmation.overtaken}</p>}
          {referralCount > 0 && (
            <p>{countText(referralCount, confirmation.oneFriend, confirmation.friends)}</p>
          )}
        </div>
      </div>
      {isAdmitted && !copy.admittedLink && <p>{copy.admittedText}</p>}
      {isAdmitted && copy.admittedLink && (
        <a className="button" href={copy.admittedLink}>
          {copy.admittedLabel}
        </a>
      )}
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

function Head({ firstName, position, positionLength }: Status) {
  const id = useId();
  const isAdmitted = position === null;
  const greeting = isAdmitted ? copy.admittedGreeting : confirmation.greeting;
  const unnamed = isAdmitted ? '' : copy.greeting;
  const [before, sign] = confirmation.position.split(/(\S*)\{position\}/);
  return (
    <>
      <p id={id} className="greeting">
        {firstName ? <WithName text={greeting} firstName={firstName} /> : unnamed}
      </p>
      <h2 {...HEADING} className={isAdmitted ? 'admitted foil' : 'position'} aria-describedby={id}>
        {isAdmitted ? (
          copy.admitted
        ) : (
          <>
            {before}
            <strong key={position} className="foil" data-length={positionLength}>
              <span>{sign}</span>
              {position}
            </strong>
          </>
        )}
      </h2>
      {isAdmitted && <Heart drawing={drawings.healedHeart} />}
    </>
  );
}

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
  window.visit.update({ react: 'drawing' });
  // The visitor has moved the focus there.
  if (document.activeElement?.closest('header')) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Attributes of the heading that names the view. A response page has two, and no script that refers to them. */
export const HEADING = {
  ref: focusHeading,
  id: IN_BROWSER ? 'view-title' : undefined,
  tabIndex: -1,
} as const;
