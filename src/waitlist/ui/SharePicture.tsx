import { confirmation } from 'virtual:content';
import { useEffect, useRef, useState } from 'react';
import { fillPlaceholders } from '../shared/labels.ts';
import { MESSAGES } from '../shared/messages.ts';
import { writeClipboard } from './copy-text.ts';
import type { ShareLabels } from './draw-share-picture.ts';
import { showToast } from './toast.ts';

export interface Shared {
  /** Empty if it isn't known. */
  firstName: string;
  /** Such as 1,234; undefined for an admitted member. */
  position: string | undefined;
  link: string;
}

interface Props extends Shared {
  share: ShareLabels;
}

/** In-app browsers, where downloads fail silently. */
const IN_APP = /; wv\)|AppleWebKit(?!.*Safari\/)/;

export function SharePicture({ share, firstName, position, link }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [picture, setPicture] = useState<{ file: File; url: string }>();
  // The Content-Security-Policy blocks an <img> of a blob.
  const canvas = useRef<HTMLCanvasElement>(null);

  const name = firstName || share.unnamed;
  const badge = position ? fillPlaceholders(share.position, { position }) : share.admitted;
  const alt = fillPlaceholders(share.alt, { firstName: name, badge });

  useEffect(() => {
    const { current } = canvas;
    if (!isOpen || !current) return;
    let isOver = false;
    let url = '';
    const draw = async () => {
      const { drawSharePicture } = await import('./draw-share-picture.ts');
      const file = await drawSharePicture(current, { labels: share, name, badge, link });
      if (isOver) return;
      if (!file) return showToast(share.noFile);
      url = URL.createObjectURL(file);
      setPicture({ file, url });
    };
    draw().catch(() => {
      if (isOver) return;
      setOpen(false);
      showToast(share.noSharePicture);
    });
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
      setPicture(undefined);
    };
  }, [isOpen, share, name, badge, link]);

  // Some browsers refuse, but there's also a separate button for copying the link.
  const copyLink = () =>
    writeClipboard(link).then(
      () => showToast(confirmation.copied, 'success'),
      () => {},
    );

  /** Copies first: Safari allows it only during the tap, and `navigator.share` uses up Chrome's activation. */
  async function copyAndShare(data: ShareData) {
    await copyLink();
    await openShareSheet(data);
  }

  const data = picture && { files: [picture.file] };
  const canShare = data && 'canShare' in navigator && navigator.canShare(data);
  const isInApp = IN_APP.test(navigator.userAgent);
  return (
    <>
      <button
        className="button secondary-button cover-button"
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <img src="/pictures/share-picture-small.jpg" alt="" width="180" height="320" />
        {share.open}
      </button>
      {isOpen && (
        <figure ref={scrollIntoView}>
          <canvas ref={canvas} width={1080} height={1920} role="img" aria-label={alt} />
          {canShare && (
            <button className="button" type="button" onClick={() => copyAndShare(data)}>
              {share.share}
            </button>
          )}
          {picture && (
            <a
              className={canShare ? 'text-button' : 'button'}
              href={picture.url}
              download={!isInApp && picture.file.name}
              onClick={isInApp ? undefined : copyLink}
            >
              {isInApp ? share.enlarge : share.save}
            </a>
          )}
          {picture && isInApp && <figcaption>{share.hold}</figcaption>}
        </figure>
      )}
    </>
  );
}

/** A `ref` for elements that may appear off screen. */
export const scrollIntoView = (el: HTMLElement | null) => el?.scrollIntoView({ block: 'nearest' });

export async function openShareSheet(data: ShareData) {
  try {
    await navigator.share(data);
  } catch (error) {
    // The visitor closed the sheet, or it's already open.
    if (error instanceof DOMException && /Abort|InvalidState/.test(error.name)) return;
    showToast(MESSAGES.internal_error);
  }
}
