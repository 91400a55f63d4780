import { useRef } from 'react';
import type { WaitlistLabels } from '../shared/labels.ts';
import { showToast, useToast } from './toast-state.ts';

interface Props {
  labels: WaitlistLabels['confirmation'];
  link: string;
  /** False without script. */
  canCopy: boolean;
  isPrimary: boolean;
}

export function ReferralLink({ labels, link, canCopy, isPrimary }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const isCopied = useToast()?.tone === 'success';

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
        <button
          className={isPrimary ? 'button' : 'button secondary-button'}
          type="button"
          onClick={copy}
        >
          {isCopied ? labels.copiedShort : labels.copy}
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
