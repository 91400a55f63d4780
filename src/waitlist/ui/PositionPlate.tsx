import { fill, formatPosition, type WaitlistWords } from '../shared/fill.ts';
import { focusHeading, usePageTitle } from './title-and-focus.ts';

export interface Plate {
  greeting: string;
  /** Such as 1,234; none for a member who was admitted. */
  position?: string | undefined;
  /** How many: the size of the position depends on it. */
  digits?: number | string;
  /** How many positions, since the last look. */
  movedUp?: number | undefined;
  friendsJoined?: number;
}

interface Props extends Plate {
  words: WaitlistWords['confirmation'];
  admitted: string;
}

export function PositionPlate(props: Props) {
  const { words, admitted, greeting, position, digits, movedUp = 0, friendsJoined = 0 } = props;
  const [lead, after] = words.position.split(/#?\{position\}/);
  usePageTitle(position ? fill(words.position, { position }) : admitted);
  return (
    <div className="plate">
      {position && <p id="greeting">{greeting}</p>}
      <div aria-live="polite" aria-atomic>
        <h2
          ref={focusHeading}
          id="view"
          className={position ? 'position' : 'foil'}
          data-digits={digits}
          tabIndex={-1}
          aria-describedby={position && 'greeting'}
        >
          {position ? (
            <>
              {lead}
              <strong key={position} data-better={movedUp > 0 || undefined}>
                <span className="foil">#{position}</span>
              </strong>
              {after}
            </>
          ) : (
            admitted
          )}
        </h2>
        {movedUp > 0 && (
          <p className="news">{count(movedUp, words.oneUp, words.movedUp, 'moved')}</p>
        )}
        {friendsJoined > 0 && (
          <p className="news">{count(friendsJoined, words.oneFriend, words.friends, 'friends')}</p>
        )}
      </div>
    </div>
  );
}

function count(n: number, one: string, many: string, blank: string): string {
  return n === 1 ? one : fill(many, { [blank]: formatPosition(n) });
}
