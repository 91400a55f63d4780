import { type ReactNode, useEffect, useRef } from 'react';
import { fill, type WaitlistWords } from '../shared/fill.ts';
import { usePageTitle } from './page-title.ts';
import { Share } from './Share.tsx';
import { type Say, Toast, type ToastMessage } from './Toast.tsx';

interface Props {
  words: WaitlistWords['confirmation'];
  /** For whoever was let in. */
  admitted: WaitlistWords['admitted'];
  /** Her greeting, her name in it where we know it. */
  greeting: string;
  /** As shown, such as 1,234; none once she was let in. */
  position: string | undefined;
  friendsJoined?: number;
  /** For her friends, and for herself, where we may tell it. */
  link: string;
  spotLink: string | undefined;
  toast?: ToastMessage | undefined;
  /** Absent on the page that answers without script: nothing can be copied there. */
  say?: Say;
  /** The way off the list. */
  children?: ReactNode;
}

/** Her position, or that she was let in, her link, and the ways to share it. */
export function Confirmation(props: Props) {
  const {
    words,
    admitted,
    greeting,
    position,
    friendsJoined = 0,
    link,
    spotLink,
    toast,
    say,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [before, after] = words.position.split(/#?\{position\}/);
  usePageTitle(position ? fill(words.position, { position }) : admitted.title);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);

  async function copy() {
    const copied = field.current && (await copyText(field.current));
    say?.(copied ? words.copied : words.refused, copied ? 'success' : 'error');
  }

  return (
    <div className="paper confirmation">
      {position && (
        <p id="greeting" className="greeting">
          {greeting}
        </p>
      )}
      <div aria-live="polite" aria-atomic>
        <h2
          ref={heading}
          id="view"
          className={position && 'position'}
          data-position={position}
          tabIndex={-1}
          aria-describedby={position && 'greeting'}
        >
          {position ? (
            <>
              {before}
              <strong>#{position}</strong>
              {after}
            </>
          ) : (
            admitted.title
          )}
        </h2>
        {friendsJoined > 0 && (
          <p className="friends">
            {friendsJoined === 1
              ? words.oneFriend
              : fill(words.friends, { friends: friendsJoined.toLocaleString('en-US') })}
          </p>
        )}
      </div>
      {position && <h3>{words.title}</h3>}
      <div className="note">
        <p>{position ? words.note : admitted.text}</p>
        <Toast message={toast} />
      </div>
      {!position && admitted.link && (
        <a className="button" href={admitted.link}>
          {admitted.label}
        </a>
      )}
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
      <Share words={words} link={link} spotLink={spotLink} say={say} />
      {props.children}
    </div>
  );
}

/**
 * Copies a read-only field's text and says whether it really was copied. Some in-app browsers refuse
 * the Clipboard API: there the field stays selected, so that she can copy it by hand.
 */
async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
