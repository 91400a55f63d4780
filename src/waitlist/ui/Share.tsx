import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fill, type WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { smsLink } from '../shared/referral.ts';
import type { CodePicture } from './draw-code.ts';
import { openSheet } from './share-sheet.ts';
import type { Say } from './Toast.tsx';

interface Props {
  words: WaitlistWords['confirmation'];
  /** For her friends, and for herself, where we may tell it. */
  link: string;
  statusLink: string | undefined;
  /** Absent on the page that answers without script: only links work there. */
  say: Say | undefined;
  /** What stands below the first way. */
  children: ReactNode;
}

/** Ways to share her link, and the text to herself with her way back. */
export function Share({ words, link, statusLink, say, children }: Props) {
  const [code, setCode] = useState<CodePicture>();
  const figure = useRef<HTMLElement>(null);

  // It may have come up below the edge of the screen.
  useEffect(() => {
    if (code) figure.current?.scrollIntoView({ block: 'nearest' });
  }, [code]);

  const text = fill(words.invitation, { link: '' }).trim();

  async function toggleCode() {
    if (code) return setCode(undefined);
    try {
      const { drawCode } = await import('./draw-code.ts');
      setCode(drawCode(link));
    } catch {
      say?.(MESSAGES.noCode);
    }
  }

  return (
    <>
      <a className="button" href={smsLink(fill(words.invitation, { link }))}>
        {words.share}
      </a>
      {children}
      <div className="ways">
        {statusLink && (
          <a className="quiet" href={smsLink(fill(words.reminder, { link: statusLink }))}>
            {words.shareWithMe}
          </a>
        )}
        {say && 'share' in navigator && (
          <button
            className="quiet"
            type="button"
            onClick={() => openSheet({ text, url: link }, say)}
          >
            {words.shareMore}
          </button>
        )}
        {say && (
          <button className="quiet" type="button" aria-expanded={!!code} onClick={toggleCode}>
            {words.showCode}
          </button>
        )}
      </div>
      {code && (
        <figure ref={figure} className="code">
          {/* Four modules of quiet zone on each side, as the standard asks. */}
          <svg
            viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
            role="img"
            aria-label={words.codeAlt}
          >
            <path d={code.path} />
          </svg>
          <figcaption>{words.code}</figcaption>
        </figure>
      )}
    </>
  );
}
