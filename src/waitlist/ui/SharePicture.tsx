import { confirmation } from 'virtual:content';
import { useEffect, useRef, useState } from 'react';
import { INVISIBLE } from '../shared/invisible.ts';
import { fillPlaceholders } from '../shared/labels.ts';
import type { ShareLabels } from './draw-share-picture.ts';
import { HAS_MOUSE } from './in-browser.ts';
import { Reveal } from './Reveal.tsx';
import { openShareSheet, writeClipboard, withDeadline } from './sharing.ts';
import { showToast } from './toast.ts';

export interface Invitation {
  /** Empty if it isn't known. */
  firstName: string;
  /** Such as 1,234; null for an admitted member. */
  position: string | null;
  link: string;
}

/** Here, because in the page's styles it would delay the first paint. */
const ART = {
  aspectRatio: '9 / 16',
  background: 'url(/pictures/share-picture.jpg) 0 / cover',
  filter: 'blur(1rem)',
  clipPath: 'inset(0)',
  // A filter would paint it over the picture.
  zIndex: -1,
};

export function SharePicture({ share, ...invitation }: Invitation & { share: ShareLabels }) {
  const { firstName, position, link } = invitation;
  const [isOpen, setOpen] = useState(false);
  const [picture, setPicture] = useState<{ file: File; url: string }>();
  /** A later tap joins what's still under way. */
  const drawing = useRef<Promise<File>>(undefined);

  const name = (firstName || share.unnamed).replace(INVISIBLE, ' ');
  const badge = position ? fillPlaceholders(share.position, { position }) : share.admitted;
  const alt = fillPlaceholders(share.alt, { firstName: name, badge });
  const small = <img src="/pictures/share-picture-small.jpg" alt="" width="171" height="304" />;

  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    const draw = async () => {
      const { drawSharePicture } = await import('./draw-share-picture.ts');
      return drawSharePicture(share, { name, badge, link });
    };
    const forget = () => {
      drawing.current = undefined;
    };
    drawing.current ??= draw().finally(forget);
    withDeadline(drawing.current).then(
      (file) => {
        if (!isOver) setPicture({ file, url: URL.createObjectURL(file) });
      },
      () => {
        if (isOver) return;
        setOpen(false);
        showToast(share.noSharePicture);
      },
    );
    return () => {
      isOver = true;
    };
  }, [isOpen, share, name, badge, link]);

  useEffect(() => () => URL.revokeObjectURL(`${picture?.url}`), [picture]);

  const sayCopied = () => showToast(confirmation.copied, 'success');
  // Some browsers refuse, but there's also a separate button for copying the link.
  const copyLink = () => writeClipboard(link).then(sayCopied, () => {});

  const data = picture && { files: [picture.file] };
  const canShare = data && 'canShare' in navigator && navigator.canShare(data);
  return (
    <div>
      <button
        className="button secondary-button cover-button"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {small}
        {share.open}
      </button>
      <Reveal isOpen={isOpen}>
        <figure className="card">
          {/* A blob in an <img>, which a long press saves; no browser saves a <canvas>. */}
          <div className="share-picture">
            {/* No <img>, which could be held and saved, until it has the member's name. */}
            {isOpen && <div style={ART} />}
            {picture && <img src={picture.url} alt={alt} width="1080" height="1920" />}
          </div>
          {canShare && (
            <button
              className="button secondary-button"
              type="button"
              // Copies first: Safari allows it only during the tap, and `share` uses up Chrome's activation.
              onClick={() => copyLink().then(() => openShareSheet(data))}
            >
              {share.share}
            </button>
          )}
          {picture && HAS_MOUSE && (
            <a
              className={canShare ? 'text-button' : 'button secondary-button'}
              href={picture.url}
              download={picture.file.name}
              onClick={copyLink}
            >
              {share.save}
            </a>
          )}
          {!HAS_MOUSE && (
            <figcaption style={picture ? {} : { visibility: 'hidden' }}>{share.hold}</figcaption>
          )}
        </figure>
      </Reveal>
    </div>
  );
}
