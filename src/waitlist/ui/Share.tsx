import { confirmation, member as copy, share } from 'virtual:content';
import { useCallback } from 'react';
import { fillPlaceholders } from '../shared/labels.ts';
import { smsLink } from '../shared/links.ts';
import { HAS_MOUSE, IN_BROWSER } from './in-browser.ts';
import { Reveal, useDrawing } from './Reveal.tsx';
import { type Invitation, SharePicture } from './SharePicture.tsx';
import { copyText, openShareSheet } from './sharing.ts';
import { Sentences } from './texts.tsx';

export function Share(invitation: Invitation) {
  const { link, position } = invitation;
  const drawCode = useCallback(
    async () => (await import('./draw-qr-code.ts')).drawQrCode(link),
    [link],
  );
  const { isOpen, setOpen, drawing: qrCode } = useDrawing(drawCode, confirmation.noCode);
  const isCodeOpen = isOpen && qrCode !== undefined;
  const text = fillPlaceholders(confirmation.invitation, { link: '' }).trim();
  // An admitted member's first button may be a link of the lab's.
  const hasPrimary = position !== null || !copy.admittedLink;
  const classOf = (isFirst: boolean) => `button ${isFirst && hasPrimary ? '' : 'secondary-button'}`;
  const referralLink = (
    <div className="referral-link">
      <input
        aria-label={confirmation.link}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      {/* On a response page, finish-response.ts shows it. */}
      <button
        className={classOf(HAS_MOUSE)}
        type="button"
        hidden={!IN_BROWSER}
        data-copied={confirmation.copied}
        data-refused={confirmation.refused}
        onClick={({ currentTarget }) => copyText(currentTarget)}
      >
        {confirmation.copy}
      </button>
    </div>
  );

  return (
    <>
      <div className="keys">
        {HAS_MOUSE && referralLink}
        <a
          className={classOf(!HAS_MOUSE)}
          href={smsLink(fillPlaceholders(confirmation.invitation, { link }))}
        >
          {confirmation.share}
        </a>
        {!HAS_MOUSE && referralLink}
      </div>
      {/* On a response page, finish-response.ts shows it. */}
      {!IN_BROWSER && (
        <a className="button secondary-button" href="/" hidden>
          {confirmation.shareMore}
        </a>
      )}
      {IN_BROWSER && share && <SharePicture share={share} {...invitation} />}
      {IN_BROWSER && (
        <div>
          <div className="button-row">
            <button
              className="text-button"
              type="button"
              aria-expanded={isCodeOpen}
              onClick={() => setOpen(!isCodeOpen)}
            >
              {/* React can't change text that a translator has replaced, except in an element of its own. */}
              <span>{isCodeOpen ? confirmation.hideCode : confirmation.showCode}</span>
            </button>
            {'share' in navigator && (
              <button
                className="text-button"
                type="button"
                onClick={() => openShareSheet({ text, url: link })}
              >
                {confirmation.shareMore}
              </button>
            )}
          </div>
          <Reveal isOpen={isCodeOpen}>
            {qrCode && (
              <svg
                viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
                role="img"
                aria-label={confirmation.codeAlt}
              >
                {/* Browsers that darken pages would turn a background of CSS black. */}
                <rect width="100%" height="100%" fill="white" />
                <path d={qrCode.path} />
              </svg>
            )}
            <figcaption>
              <Sentences text={confirmation.code} />
            </figcaption>
          </Reveal>
        </div>
      )}
    </>
  );
}
