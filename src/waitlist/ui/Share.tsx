import { confirmation, member as copy, share } from 'virtual:content';
import { type MouseEvent, useRef, useState } from 'react';
import { fillPlaceholders } from '../shared/labels.ts';
import { smsLink } from '../shared/referral.ts';
import { copyText } from './copy-text.ts';
import type { drawQrCode } from './draw-qr-code.ts';
import { IN_BROWSER } from './in-browser.ts';
import { openShareSheet, type Shared, SharePicture, scrollIntoView } from './SharePicture.tsx';
import { showToast } from './toast.ts';

export function Share(shared: Shared) {
  const { link, position } = shared;
  const [qrCode, setQrCode] = useState<ReturnType<typeof drawQrCode>>();
  const text = fillPlaceholders(confirmation.invitation, { link: '' }).trim();
  // Most computers can't send texts.
  const isComputer = IN_BROWSER && matchMedia('(hover: hover) and (pointer: fine)').matches;
  // An admitted member's first button may be a link of the lab's.
  const isPrimary = Boolean(position) || !copy.admittedLink;
  const classOf = (isFirst: boolean) =>
    isFirst && isPrimary ? 'button' : 'button secondary-button';
  const field = useRef<HTMLInputElement>(null);
  const referralLink = (
    <div className="referral-link">
      <input
        ref={field}
        aria-label={confirmation.link}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      {/* On a response page, finish-reply.ts shows it. */}
      <button className={classOf(isComputer)} type="button" hidden={!IN_BROWSER} onClick={copyLink}>
        {confirmation.copy}
      </button>
    </div>
  );

  function copyLink({ currentTarget }: MouseEvent<HTMLElement>) {
    copyText(field.current as HTMLInputElement, currentTarget, confirmation);
  }

  async function toggleQrCode() {
    if (qrCode) return setQrCode(undefined);
    try {
      const { drawQrCode } = await import('./draw-qr-code.ts');
      setQrCode(drawQrCode(link));
    } catch {
      showToast(confirmation.noCode);
    }
  }

  return (
    <>
      {isComputer && referralLink}
      <a
        className={classOf(!isComputer)}
        href={smsLink(fillPlaceholders(confirmation.invitation, { link }))}
      >
        {confirmation.share}
      </a>
      {!isComputer && referralLink}
      {IN_BROWSER && share && <SharePicture share={share} {...shared} />}
      {IN_BROWSER && (
        <div className="button-row">
          <button
            className="share-option"
            type="button"
            aria-expanded={!!qrCode}
            onClick={toggleQrCode}
          >
            {/* React can't change text that a translator has replaced, except in an element of its own. */}
            <span>{qrCode ? confirmation.hideCode : confirmation.showCode}</span>
          </button>
          {qrCode && (
            <figure ref={scrollIntoView}>
              {/* ISO/IEC 18004 asks for a quiet zone of four modules. */}
              <svg
                viewBox={`-4 -4 ${qrCode.size + 8} ${qrCode.size + 8}`}
                role="img"
                aria-label={confirmation.codeAlt}
              >
                {/* Browsers that darken pages would turn a background of CSS black. */}
                <rect x="-4" y="-4" width="100%" height="100%" fill="white" />
                <path d={qrCode.path} />
              </svg>
              <figcaption>{confirmation.code}</figcaption>
            </figure>
          )}
          {'share' in navigator && (
            <button
              className="share-option"
              type="button"
              onClick={() => openShareSheet({ text, url: link })}
            >
              {confirmation.shareMore}
            </button>
          )}
        </div>
      )}
    </>
  );
}
