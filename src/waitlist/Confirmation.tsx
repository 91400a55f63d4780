// SHIPPED TO THE BROWSER.
import { useEffect, useRef } from 'react';
import { copyLink } from './copy-link.ts';
import { smsLink } from './referral.ts';
import { type Say, Toast, type ToastMessage } from './Toast.tsx';
import { fill, type WaitlistWords } from './words.ts';

interface Props {
  words: WaitlistWords['confirmation'];
  firstName: string;
  /** As shown, such as 1,234. */
  position: string;
  link: string;
  toast?: ToastMessage | undefined;
  /** Absent on the page that answers without script: nothing can be copied there. */
  say?: Say;
}

/** Her place in line, her link, and the ways to share it. */
export function Confirmation({ words, firstName, position, link, toast, say }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [before, after] = words.position.split(/#?\{position\}/);

  // The heading's description reads greeting and position out with it; they stand above it.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);

  async function copy() {
    if (!field.current) return;
    const copied = await copyLink(field.current);
    say?.(copied ? words.copied : words.refused, copied ? 'success' : 'error');
  }

  return (
    <div className="paper confirmation">
      <p id="greeting" className="greeting">
        {fill(words.greeting, { firstName })}
      </p>
      <p id="position" className="position" data-long={position.length > 6 || undefined}>
        {before}
        <strong>#{position}</strong>
        {after}
      </p>
      <h2 ref={heading} tabIndex={-1} aria-describedby="greeting position">
        {words.title}
      </h2>
      <p>{words.note}</p>
      <div className="link">
        <label>
          {words.link}
          <input ref={field} readOnly value={link} onFocus={(event) => event.target.select()} />
        </label>
        {say && (
          <button className="button" type="button" onClick={copy}>
            {words.copy}
          </button>
        )}
      </div>
      <Toast message={toast} />
      <a className="button" href={smsLink(fill(words.invitation, { link }))}>
        {words.share}
      </a>
    </div>
  );
}
