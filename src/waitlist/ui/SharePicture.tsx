import { confirmation } from 'virtual:content';
import { useCallback, useEffect, useMemo } from 'react';
import { INVISIBLE } from '../shared/invisible.ts';
import { fillPlaceholders } from '../shared/labels.ts';
import type { ShareLabels } from './draw-share-picture.ts';
import { HAS_MOUSE } from './in-browser.ts';
import { Reveal, useDrawing } from './Reveal.tsx';
import { openShareSheet, writeClipboard } from './sharing.ts';
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
  background: 'url(/pictures/share-picture.jpg) 0 / cover',
  filter: 'blur(1rem)',
  clipPath: 'inset(0)',
  // A filter would paint it over the picture.
  zIndex: -1,
};

type Props = Invitation & { share: ShareLabels };

export function SharePicture({ share, firstName, position, link }: Props) {
  const name = (firstName || share.unnamed).replace(INVISIBLE, ' ');
  const badge = position ? fillPlaceholders(share.position, { position }) : share.admitted;
  const alt = fillPlaceholders(share.alt, { firstName: name, badge });

  const draw = useCallback(async () => {
    const { drawSharePicture } = await import('./draw-share-picture.ts');
    return drawSharePicture(share, { name, badge, link });
  }, [share, name, badge, link]);
  const { isOpen, setOpen, drawing: file } = useDrawing(draw, share.noSharePicture);
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(`${url}`), [url]);

  const sayCopied = () => showToast(confirmation.copied, 'success');
  // Some browsers refuse, but there's also a separate button for copying the link.
  const copyLink = () => writeClipboard(link).then(sayCopied, () => {});

  const data = file && { files: [file] };
  const canShare = data && 'canShare' in navigator && navigator.canShare(data);
  return (
    <div>
      <button
        className="button secondary-button cover-button"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <img src="/pictures/share-picture-small.jpg" alt="" width="171" height="304" />
        {share.open}
      </button>
      <Reveal isOpen={isOpen}>
        {/* A blob in an <img>, which a long press saves; no browser saves a <canvas>. */}
        <div className="share-picture">
          {/* No <img>, which could be held and saved, until it has the member's name. */}
          {isOpen && <div style={ART} />}
          {file && <img src={url} alt={alt} width="1080" height="1920" />}
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
        {file && HAS_MOUSE && (
          <a
            className={canShare ? 'text-button' : 'button secondary-button'}
            href={url}
            download={file.name}
            onClick={copyLink}
          >
            {share.save}
          </a>
        )}
        {!HAS_MOUSE && (
          <figcaption style={file ? {} : { visibility: 'hidden' }}>{share.hold}</figcaption>
        )}
      </Reveal>
    </div>
  );
}
