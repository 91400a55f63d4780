import { fillPlaceholders, formatNumber, type WaitlistLabels } from '../shared/labels.ts';
import { focusHeading, usePageTitle } from './title-and-focus.ts';

export interface PositionCardProps {
  greeting: string;
  /** Such as 1,234; none for a member who was admitted. */
  position?: string | undefined;
  /** How many: the size of the position depends on it. */
  digits?: number | string;
  /** How many positions, since the last look. */
  movedUp?: number | undefined;
  referralCount?: number;
}

interface Props extends PositionCardProps {
  labels: WaitlistLabels['confirmation'];
  admitted: string;
}

export function PositionCard(props: Props) {
  const { labels, admitted, greeting, position, digits, movedUp = 0, referralCount = 0 } = props;
  const [lead, after] = labels.position.split(/#?\{position\}/);
  usePageTitle(position ? fillPlaceholders(labels.position, { position }) : admitted);
  return (
    <div className="card">
      {position && (
        <p id="greeting" className="greeting">
          {greeting}
        </p>
      )}
      <div aria-live="polite" aria-atomic>
        <h2
          ref={focusHeading}
          id="view-title"
          className={position ? 'position' : 'foil'}
          data-digits={digits}
          tabIndex={-1}
          aria-describedby={position && 'greeting'}
        >
          {position ? (
            <>
              {lead}
              <strong key={position} className="foil">
                <span>#</span>
                {position}
              </strong>
              {after}
            </>
          ) : (
            admitted
          )}
        </h2>
        {movedUp > 0 && (
          <p className="chip">{countText(movedUp, labels.oneUp, labels.movedUp, 'moved')}</p>
        )}
        {referralCount > 0 && (
          <p>{countText(referralCount, labels.oneFriend, labels.friends, 'friends')}</p>
        )}
      </div>
    </div>
  );
}

function countText(n: number, one: string, many: string, placeholder: string): string {
  return n === 1 ? one : fillPlaceholders(many, { [placeholder]: formatNumber(n) });
}
