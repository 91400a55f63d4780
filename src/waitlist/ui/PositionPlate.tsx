import { useEffect, useRef } from 'react';
import { fill, formatPosition, type WaitlistWords } from '../shared/fill.ts';
import { usePageTitle } from './page-title.ts';

/** Where she stands, or that she was let in. */
export interface Standing {
  /** Her name in it where we know it. */
  greeting: string;
  /** As shown, such as 1,234; none once she was let in. */
  position?: string | undefined;
  /** How many digits it has, or had before: both numbers are of the size that it gives. */
  digits?: number | string;
  /** By how many positions she moved up since she last looked. */
  movedUp?: number | undefined;
  /** Where she stood then, as shown. */
  before?: string | undefined;
  friendsJoined?: number;
}

interface Props extends Standing {
  words: WaitlistWords['confirmation'];
  admitted: string;
}

/** The plate on top of her page: her position in foil, which turns over when it got better. */
export function PositionPlate(props: Props) {
  const { words, admitted, greeting, position, digits, movedUp = 0, before } = props;
  const { friendsJoined = 0 } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const [lead, after] = words.position.split(/#?\{position\}/);
  usePageTitle(position ? fill(words.position, { position }) : admitted);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);

  return (
    <div className="plate">
      {position && (
        <p id="greeting" className="greeting" data-long={/\S{17}/.test(greeting) || undefined}>
          {greeting}
        </p>
      )}
      <div aria-live="polite" aria-atomic>
        <h2
          ref={heading}
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
                {movedUp > 0 && (
                  <span className="foil before" aria-hidden>
                    #{before}
                  </span>
                )}
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

/** The sentence for one, or for many with their number in its blank. */
function count(n: number, one: string, many: string, blank: string): string {
  return n === 1 ? one : fill(many, { [blank]: formatPosition(n) });
}
