import { member as copy } from 'virtual:content';
import { type MouseEvent, useState } from 'react';
import { showLeft } from '../client/visit.ts';
import { leaveWaitlist } from '../client/waitlist-api.ts';
import type { StatusKey } from '../shared/links.ts';
import { showToast } from './toast.ts';

export function Leave({ statusKey }: { statusKey: StatusKey }) {
  /** Undefined until the first press. */
  const [isLeaving, setLeaving] = useState<boolean>();

  async function leave() {
    setLeaving(true);
    const answer = await leaveWaitlist(statusKey);
    // An earlier press, whose response was late or lost, may have erased the member.
    if (answer?.ok || answer?.code === 'unknown_member') return showLeft(statusKey);
    setLeaving(false);
    showToast(copy.notLeft);
  }
  function close({ currentTarget }: MouseEvent) {
    const summary = currentTarget.closest('details')?.querySelector('summary');
    summary?.click();
    summary?.focus();
  }
  return (
    <details
      className="leave"
      // It opens below the edge of the screen.
      onToggle={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
    >
      <summary className="text-button">{copy.leave}</summary>
      <div className="keys">
        <p>{copy.leaveWarning}</p>
        <div className="button-row">
          <button
            className="text-button"
            type="button"
            disabled={isLeaving}
            onClick={leave}
            // A disabled button loses the focus.
            ref={isLeaving === false ? focus : null}
          >
            {isLeaving ? copy.leaving : copy.leaveConfirm}
          </button>
          <button className="button secondary-button" type="button" onClick={close}>
            {copy.leaveCancel}
          </button>
        </div>
      </div>
    </details>
  );
}

const focus = (button: HTMLElement | null) => button?.focus();
