import { useEffect, useMemo, useRef, useState } from 'react';
import { fill } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { drawCover } from './cover/draw-cover.ts';
import { loadFaces, loadPicture } from './cover/load-parts.ts';
import { drawCode } from './draw-code.ts';
import type { Heroine } from './PutOnCover.tsx';
import { openSheet } from './share-sheet.ts';

const FILE_NAME = 'my-cover.jpg';

/** The browser of an app, where a download goes nowhere: Android's says so, iOS's is not called Safari. */
const IN_APP = /; wv\)|AppleWebKit(?!.*Safari\/)/;

interface Props extends Heroine {
  onFail: () => void;
}

/** Her cover, drawn in her browser, and the ways to take it with her. */
export function HerCover({ words, firstName, position, link, say, onFail }: Props) {
  const figure = useRef<HTMLElement>(null);
  // Not an image: the Content-Security-Policy shows those with an address of our own only.
  const canvas = useRef<HTMLCanvasElement>(null);
  const [file, setFile] = useState<File>();
  const address = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address]);

  const name = firstName || words.unnamed;
  const standing = position ? fill(words.position, { position }) : words.admitted;

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when what it shows changes.
  useEffect(() => {
    let isOver = false;
    draw().catch(() => isOver || onFail());
    return () => {
      isOver = true;
    };

    async function draw() {
      const written = { ...words, name, standing: linesOf(standing), host: new URL(link).host };
      const [picture] = await Promise.all([
        loadPicture(),
        loadFaces(Object.values(written).join('')),
      ]);
      if (isOver || !canvas.current) return;
      drawCover(canvas.current, written, picture, drawCode(link));
      figure.current?.scrollIntoView({ block: 'nearest' });
      const drawn = await toFile(canvas.current).catch(() => say(MESSAGES.noFile));
      if (!isOver && drawn) setFile(drawn);
    }
  }, [name, standing, link]);

  const sharing = file && { files: [file] };
  const canShare = sharing && 'canShare' in navigator && navigator.canShare(sharing);
  const isInApp = IN_APP.test(navigator.userAgent);
  return (
    <figure ref={figure} className="her-cover">
      <canvas
        ref={canvas}
        width={1080}
        height={1920}
        role="img"
        aria-label={fill(words.alt, { firstName: name, standing })}
      />
      <div className="share">
        {canShare && (
          <button className="button" type="button" onClick={() => openSheet(sharing, say)}>
            {words.share}
          </button>
        )}
        {address && !isInApp && (
          <a className="button" href={address} download={FILE_NAME}>
            {words.save}
          </a>
        )}
        {address && isInApp && !canShare && (
          <a className="button" href={address}>
            {words.enlarge}
          </a>
        )}
      </div>
      {address && isInApp && !canShare && <figcaption>{words.hold}</figcaption>}
    </figure>
  );
}

/** The number, and what stands before and after it, a line each. */
function linesOf(standing: string): string[] {
  const [, ...lines] = /(.*?)\s*(\S*\d\S*)\s*(.*)/.exec(standing) ?? ['', standing];
  return lines.filter(Boolean);
}

/** Rejects where the browser keeps what a canvas shows to itself, as some do in a private window. */
function toFile(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) => {
    const use = (blob: Blob | null) =>
      blob
        ? resolve(new File([blob], FILE_NAME, { type: blob.type }))
        : reject(new Error('refused'));
    // A quarter of the bytes of a PNG, for a difference that nobody sees.
    canvas.toBlob(use, 'image/jpeg', 0.92);
  });
}
