import { useRef } from 'react';
import type { WaitlistLabels } from '../shared/labels.ts';
import { showToast } from './toast-state.ts';

interface Props {
  labels: WaitlistLabels['confirmation'];
  link: string;
  /** False without script. */
  canCopy: boolean;
  /** The button's class. */
  look: string;
}

export function ReferralLink({ labels, link, canCopy, look }: Props) {
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    if (field.current && (await copyText(field.current))) showToast(labels.copied, 'success');
    else showToast(labels.refused);
  }

  return (
    <div className="referral-link">
      <input
        ref={field}
        aria-label={labels.link}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      {canCopy && (
        <button className={look} type="button" onClick={copy}>
          {labels.copy}
        </button>
      )}
    </div>
  );
}

/** If an in-app browser refuses the Clipboard API, the field stays selected. */
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
