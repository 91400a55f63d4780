import { member } from 'virtual:content';
import type { MouseEvent, SubmitEvent } from 'react';
import { LEAVE_PATH } from '../shared/contract.ts';
import type { StatusKey } from '../shared/status-link.ts';

interface Props {
  statusKey: StatusKey;
  /** Undefined on the response page, where React doesn't run. */
  onLeave?: () => void;
}

export function Leave({ statusKey, onLeave }: Props) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onLeave?.();
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
      <summary className="text-button">{member.leave}</summary>
      <form method="post" action={LEAVE_PATH} onSubmit={submit}>
        <p>{member.leaveWarning}</p>
        {Object.entries(statusKey).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className="button-row">
          <button className="text-button" type="submit">
            {member.leaveConfirm}
          </button>
          {onLeave && (
            <button className="button secondary-button" type="button" onClick={close}>
              {member.leaveCancel}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}
