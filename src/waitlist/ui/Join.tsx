import { useEffect, useRef, useState } from 'react';
import { type Joined, joinWaitlist } from '../client/join-waitlist.ts';
import { currentKey, forgetKey, remember } from '../client/remembered.ts';
import type { SignupRequest } from '../shared/contract.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { HerSpot } from './HerSpot.tsx';
import { SignupForm } from './SignupForm.tsx';
import { useToast } from './Toast.tsx';

/** Form, then her spot. Leaving #join, by any way back, clears the result and aborts the request. */
export function Join({ words, consent }: { words: WaitlistWords; consent: Consent | undefined }) {
  const [joined, setJoined] = useState<Joined & { firstName: string }>();
  const [pending, setPending] = useState(false);
  const [toast, say] = useToast();
  const request = useRef<AbortController>(undefined);

  useEffect(() => {
    const leave = () => {
      if (location.hash === '#join') return;
      request.current?.abort();
      setPending(false);
      setJoined(undefined);
      say();
    };
    addEventListener('hashchange', leave);
    return () => {
      removeEventListener('hashchange', leave);
      request.current?.abort();
    };
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
        remember({ code: outcome.referralCode, firstName: signup.firstName });
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

  if (!joined) {
    return (
      <SignupForm
        words={words.form}
        consent={consent}
        pending={pending}
        toast={toast}
        say={say}
        onSignup={join}
      />
    );
  }
  const { firstName, position, referralCode } = joined;
  return (
    <HerSpot
      words={words}
      code={referralCode}
      firstName={firstName}
      found={{ position, friendsJoined: 0 }}
    />
  );
}
