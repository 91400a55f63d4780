import { type ReactNode, useState } from 'react';
import { fillPlaceholders, type WaitlistLabels } from '../shared/labels.ts';
import { smsLink } from '../shared/referral.ts';
import type { drawQrCode } from './draw-qr-code.ts';
import { ReferralLink } from './ReferralLink.tsx';
import { scrollIntoView } from './refs.ts';
import { openShareSheet } from './share-sheet.ts';
import { showToast } from './toast-state.ts';

interface Props {
  labels: WaitlistLabels['confirmation'];
  link: string;
  /** Null if the site has none, undefined on the response page, which has no script. */
  sharePicture: ReactNode;
  isSecondary: boolean;
}

export function Share({ labels, link, sharePicture, isSecondary }: Props) {
  const [qrCode, setQrCode] = useState<ReturnType<typeof drawQrCode>>();
  const text = fillPlaceholders(labels.invitation, { link: '' }).trim();
  const hasScript = sharePicture !== undefined;
  // Most computers can't send texts.
  const isComputer = hasScript && matchMedia('(hover: hover) and (pointer: fine)').matches;
  const lookOf = (isFirst: boolean) =>
    isFirst && !isSecondary ? 'button' : 'button secondary-button';
  const referralLink = (
    <ReferralLink labels={labels} link={link} canCopy={hasScript} look={lookOf(isComputer)} />
  );

  async function toggleQrCode() {
    if (qrCode) return setQrCode(undefined);
    try {
      const { drawQrCode } = await import('./draw-qr-code.ts');
      setQrCode(drawQrCode(link));
    } catch {
      showToast(labels.noCode);
    }
  }

  return (
    <>
      {isComputer && referralLink}
      <a
        className={lookOf(!isComputer)}
        href={smsLink(fillPlaceholders(labels.invitation, { link }))}
      >
        {labels.share}
      </a>
      {!isComputer && referralLink}
      {hasScript && (
        <div className="button-row">
          {sharePicture}
          <button
            className="share-option"
            type="button"
            aria-expanded={!!qrCode}
            onClick={toggleQrCode}
          >
            <Icon lines={ICONS.qrCode} />
            {qrCode ? labels.hideCode : labels.showCode}
          </button>
          {qrCode && (
            <figure ref={scrollIntoView} className="qr-code">
              {/* ISO/IEC 18004 asks for a quiet zone of four modules. */}
              <svg
                viewBox={`-4 -4 ${qrCode.size + 8} ${qrCode.size + 8}`}
                role="img"
                aria-label={labels.codeAlt}
              >
                <path d={qrCode.path} />
              </svg>
              <figcaption>{labels.code}</figcaption>
            </figure>
          )}
          {'share' in navigator && (
            <button
              className="share-option"
              type="button"
              onClick={() => openShareSheet({ text, url: link })}
            >
              <Icon lines={ICONS.more} />
              {labels.shareMore}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** Strokes in a 24 x 24 square. */
const ICONS = {
  qrCode: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v3M17 20h3M14 20v-.5',
  more: 'M12 15V3M8 7l4-4 4 4M7 11H5v9h14v-9h-2',
};

function Icon({ lines }: { lines: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden>
      <path d={lines} />
    </svg>
  );
}
