import { member as copy, form } from 'virtual:content';
import { showMember } from '../client/visit.ts';
import type { SignupMember } from '../client/waitlist-api.ts';
import { statusHash } from '../shared/links.ts';
import { useVisit } from './use-visit.ts';
import { WithName } from './WithName.tsx';

/** What to do about a phone that's on the list; `registered` is its member, if the names match, too. */
export function RegisteredAdvice({ registered }: { registered: SignupMember | undefined }) {
  const { member } = useVisit();
  // The member whom this browser remembers has a status token, which can do more.
  const isOwn = !registered || registered.referralCode === member?.statusKey.referralCode;
  const own = isOwn ? member : undefined;
  if (isOwn && !own) return form.registeredAdvice;
  const { firstName = '' } = own ?? {};

  return (
    <>
      {form.registeredHere}{' '}
      <a
        href={own ? statusHash(own.statusKey) : '#spot'}
        onClick={(event) => {
          if (isOwn) return;
          event.preventDefault();
          showMember(registered);
        }}
      >
        <WithName text={firstName ? copy.inLine : copy.inLineUnnamed} firstName={firstName} />
      </a>
    </>
  );
}
