import { type ReactNode, useRef } from 'react';
import type { WaitlistLabels } from '../shared/labels.ts';
import { PositionCard, type PositionCardProps } from './PositionCard.tsx';
import { Share } from './Share.tsx';
import { type ShowToast, Toast, type ToastMessage } from './Toast.tsx';

interface Props {
  labels: Pick<WaitlistLabels, 'confirmation' | 'member'>;
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
  const { confirmation: labels, member: memberLabels } = props.labels;
  const { position } = card;
  const linkField = useRef<HTMLInputElement>(null);

  async function copy() {
    const isCopied = linkField.current && (await copyText(linkField.current));
    if (isCopied) showToast?.(labels.copied, 'success');
    else showToast?.(labels.refused);
  }

  return (
    <div className="confirmation">
      <Toast message={toast} />
      <PositionCard {...card} labels={labels} admitted={memberLabels.admitted} />
      {position && <h3>{labels.title}</h3>}
      <p className="note">{position ? labels.note : memberLabels.admittedText}</p>
      {!position && memberLabels.admittedLink && (
        <a className="button" href={memberLabels.admittedLink}>
          {memberLabels.admittedLabel}
        </a>
      )}
      <Share labels={labels} link={link} statusLink={statusLink} showToast={showToast}>
        {props.sharePicture}
        <div className="link">
          <input
            ref={linkField}
            aria-label={labels.link}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
          {showToast && (
            <button className="button" type="button" onClick={copy}>
              {toast?.tone === 'success' ? labels.copiedShort : labels.copy}
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
