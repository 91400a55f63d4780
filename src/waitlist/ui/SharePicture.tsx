import { useEffect, useMemo, useRef, useState } from 'react';
import { fill, type WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { openSheet } from './share-sheet.ts';
import type { Say } from './Toast.tsx';

interface Props {
  words: WaitlistWords['sharePicture'];
  /** Empty where we do not know it. */
  firstName: string;
  /** As shown, such as 1,234; none once she was let in. */
  position: string | undefined;
  /** For her friends. */
  link: string;
  say: Say;
}

/** The button for her own cover. What draws it is loaded at the press, and not before. */
export function SharePicture(props: Props) {
  const [isShown, show] = useState(false);
  const fail = () => {
    show(false);
    props.say(MESSAGES.noSharePicture);
  };
  return (
    <>
      <button
        className="put-on"
        type="button"
        aria-expanded={isShown}
        onClick={() => show(!isShown)}
      >
        {props.words.open}
      </button>
      {isShown && <Cover {...props} onFail={fail} />}
    </>
  );
}

/** The browser of an app, where a download goes nowhere: Android's says so, iOS's is not called Safari. */
const IN_APP = /; wv\)|AppleWebKit(?!.*Safari\/)/;

/** The cover itself, and the ways to take it with her. */
function Cover({ words, firstName, position, link, say, onFail }: Props & { onFail: () => void }) {
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
    async function draw() {
      const { loadParts, drawSharePicture, readFile } = await import(
        './share-picture/draw-share-picture.ts'
      );
      const written = { ...words, name, standing, link };
      const picture = await loadParts(written);
      if (isOver || !canvas.current) return;
      drawSharePicture(canvas.current, written, picture);
      if (!file) figure.current?.scrollIntoView({ block: 'nearest' });
      const drawn = await readFile(canvas.current).catch(() => say(MESSAGES.noFile));
      if (!isOver && drawn) setFile(drawn);
    }
    draw().catch(() => isOver || onFail());
    return () => {
      isOver = true;
    };
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
        aria-label={fill(words.alt, { firstName: name, badge: standing })}
      />
      {canShare && (
        <button className="button" type="button" onClick={() => openSheet(sharing, say)}>
          {words.share}
        </button>
      )}
      {file && !isInApp && (
        <div className="ways">
          <a className={canShare ? 'quiet' : 'button'} href={address} download={file.name}>
            {words.save}
          </a>
        </div>
      )}
      {file && isInApp && !canShare && (
        <>
          <a className="button" href={address}>
            {words.enlarge}
          </a>
          <figcaption>{words.hold}</figcaption>
        </>
      )}
    </figure>
  );
}
