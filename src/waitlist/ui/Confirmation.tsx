import { type ReactNode, useRef } from 'react';
import type { WaitlistWords } from '../shared/fill.ts';
import { PositionCard, type PositionCardProps } from './PositionCard.tsx';
import { Share } from './Share.tsx';
import { type ShowToast, Toast, type ToastMessage } from './Toast.tsx';

interface Props {
  words: Pick<WaitlistWords, 'confirmation' | 'member'>;
  card: PositionCardProps;
  link: string;
  statusLink: string | undefined;
  toast?: ToastMessage | undefined;
  /** Absent on the page that answers without script. */
  showToast?: ShowToast;
  sharePicture?: ReactNode;
  children?: ReactNode;
}

export function Confirmation(props: Props) {
  const { card, link, statusLink, toast, showToast } = props;
  const { confirmation: words, member } = props.words;
  const { position } = card;
  const field = useRef<HTMLInputElement>(null);
  const isCopied = toast?.tone === 'success';

  async function copy() {
    const copied = field.current && (await copyText(field.current));
    showToast?.(copied ? words.copied : words.refused, copied ? 'success' : 'error');
  }

  return (
    <div className="confirmation">
      <Toast message={toast} />
      <PositionCard {...card} words={words} admitted={member.admitted} />
      {position && <h3>{words.title}</h3>}
      <p className="note">{position ? words.note : member.admittedText}</p>
      {!position && member.admittedLink && (
        <a className="button" href={member.admittedLink}>
          {member.admittedLabel}
        </a>
      )}
      <Share words={words} link={link} statusLink={statusLink} showToast={showToast}>
        {props.sharePicture}
        <div className="link">
          <input
            ref={field}
            aria-label={words.link}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
          {showToast && (
            <button className="button" type="button" onClick={copy}>
              {isCopied ? words.copiedShort : words.copy}
            </button>
          )}
        </div>
      </Share>
      {props.children}
    </div>
  );
}

/** Some in-app browsers refuse the Clipboard API: there the field stays selected. */
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
