import { member as copy } from 'virtual:content';
import { type MouseEvent, useTransition } from 'react';
import { showLeft } from '../client/visit.ts';
import { leaveWaitlist } from '../client/waitlist-api.ts';
import type { StatusKey } from '../shared/links.ts';
import { showToast } from './toast.ts';

export function Leave({ statusKey }: { statusKey: StatusKey }) {
  const [isLeaving, startLeaving] = useTransition();

  async function leave() {
    const answer = await leaveWaitlist(statusKey);
    // An earlier press, whose response was late or lost, may have erased the member.
    if (answer?.ok || answer?.code === 'unknown_member') showLeft(statusKey);
    else showToast(copy.notLeft);
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
            // A disabled button would lose the focus.
            aria-disabled={isLeaving}
            onClick={() => isLeaving || startLeaving(leave)}
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
