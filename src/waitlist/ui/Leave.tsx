import { member as copy } from 'virtual:content';
import type { MouseEvent, SubmitEvent } from 'react';
import { showLeft } from '../client/show-status.ts';
import { leaveWaitlist } from '../client/waitlist-api.ts';
import { LEAVE_PATH } from '../shared/contract.ts';
import type { StatusKey } from '../shared/status-link.ts';
import { IN_BROWSER } from './in-browser.ts';
import { showToast } from './toast.ts';

export function Leave({ statusKey }: { statusKey: StatusKey }) {
  async function leave(event: SubmitEvent) {
    event.preventDefault();
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
      <form method="post" action={LEAVE_PATH} onSubmit={leave}>
        <p>{copy.leaveWarning}</p>
        {Object.entries(statusKey).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="button-row">
          <button className="text-button" type="submit">
            {copy.leaveConfirm}
          </button>
          {IN_BROWSER && (
            <button className="button secondary-button" type="button" onClick={close}>
              {copy.leaveCancel}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}
