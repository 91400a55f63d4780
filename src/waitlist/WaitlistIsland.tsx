// SHIPPED TO THE BROWSER.
import { useEffect, useRef, useState } from 'react';
import type { Consent } from '../consent.ts';
import { BackHome } from './BackHome.tsx';
import { Confirmation } from './Confirmation.tsx';
import type { SignupRequest } from './contract.ts';
import { currentKey, forgetKey } from './idempotency-key.ts';
import { joinWaitlist } from './join-waitlist.ts';
import { MESSAGES } from './messages.ts';
import { referralLink } from './referral.ts';
import { SignupForm } from './SignupForm.tsx';
import { useToast } from './Toast.tsx';
import { formatPosition, type WaitlistWords } from './words.ts';

interface Props {
  words: WaitlistWords;
  consent: Consent;
}

interface Joined {
  firstName: string;
  position: number;
  referralCode: string;
}

/** Form, then confirmation. Leaving #join, by any way back, clears the result and aborts the request. */
export default function WaitlistIsland({ words, consent }: Props) {
  const [joined, setJoined] = useState<Joined>();
  const [pending, setPending] = useState(false);
  const [toast, say] = useToast();
  const request = useRef<AbortController>(undefined);

  useEffect(() => {
    const onHashChange = () => {
      if (location.hash === '#join') return;
      request.current?.abort();
      setPending(false);
      setJoined(undefined);
      say();
      document.querySelector<HTMLElement>('a[href="#join"]')?.focus();
    };
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, [say]);

  async function join(signup: SignupRequest) {
    request.current = new AbortController();
    const { signal } = request.current;
    setPending(true);
    say();
    try {
      const outcome = await joinWaitlist(signup, currentKey(), signal);
      if (signal.aborted) return;
      if (outcome.ok) {
        forgetKey();
        setJoined({ ...outcome, firstName: signup.firstName });
      } else {
        say(outcome.message);
      }
    } catch {
      if (signal.aborted) return;
      say(MESSAGES.unexpected);
    }
    setPending(false);
  }

  return (
    <>
      <BackHome label={words.back} href="#" />
      {joined ? (
        <Confirmation
          words={words.confirmation}
          firstName={joined.firstName}
          position={formatPosition(joined.position)}
          link={referralLink(location.origin, joined.referralCode)}
          toast={toast}
          say={say}
        />
      ) : (
        <SignupForm
          words={words.form}
          consent={consent}
          pending={pending}
          toast={toast}
          say={say}
          onSignup={join}
        />
      )}
    </>
  );
}
