import { member as copy, form } from 'virtual:content';
import type { MouseEvent, ReactNode } from 'react';
import { showJoined } from '../client/show-status.ts';
import type { JoinedMember } from '../client/waitlist-api.ts';
import { statusHash } from '../shared/links.ts';
import { useVisit } from './use-visit.ts';
import { WithName } from './WithName.tsx';

const { inLine, inLineUnnamed } = copy;

/** What to do about a phone that's on the list; `registered` is its member, if the names match, too. */
export function RegisteredAdvice({ registered }: { registered: JoinedMember | undefined }) {
  const { member } = useVisit();
  const linkTo = (href: string, text: ReactNode, onClick?: (event: MouseEvent) => void) => (
    <>
      {form.registeredHere}{' '}
      <a href={href} onClick={onClick}>
        {text}
      </a>
    </>
  );

  // The member whom this browser remembers has a status token, which can do more.
  if (registered && registered.referralCode !== member?.statusKey.referralCode)
    return linkTo('#spot', inLineUnnamed, (event) => {
      event.preventDefault();
      showJoined(registered);
    });
  if (!member) return form.registeredAdvice;
  const { statusKey, firstName } = member;
  const text = firstName ? <WithName text={inLine} firstName={firstName} /> : inLineUnnamed;
  return linkTo(statusHash(statusKey), text);
}
