import { useEffect, useRef, useState } from 'react';
import type { Status } from '../client/ask-status.ts';
import { joinWaitlist } from '../client/join-waitlist.ts';
import { currentKey, forgetKey, type Remembered } from '../client/remembered.ts';
import { type Field, SIGNUP_ERRORS, type SignupRequest } from '../shared/contract.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { formatStatusKey } from '../shared/status-link.ts';
import { usePageTitle } from './page-title.ts';
import { type Complaint, SignupForm } from './SignupForm.tsx';
import { useToast } from './Toast.tsx';

/** Who joined just now, and where she stands. */
export type Joined = Remembered & Status;

interface Props {
  words: WaitlistWords['form'];
  consent: Consent | undefined;
  isShown: boolean;
  onJoined: (joined: Joined) => void;
}

/** What the function refuses because of her phone. */
const ABOUT_PHONE: string[] = [MESSAGES.registered, SIGNUP_ERRORS.invalid_phone];

/** The form and its request. Leaving it, by any way back, ends the request. */
export function Join({ words, consent, isShown, onJoined }: Props) {
  const [pending, setPending] = useState(false);
  const [toast, say] = useToast();
  const [complaint, setComplaint] = useState<Complaint>();
  const request = useRef<AbortController>(undefined);
  usePageTitle(isShown ? words.title : undefined);

  useEffect(() => {
    if (!isShown) return;
    return () => {
      request.current?.abort();
      setPending(false);
      say();
    };
  }, [isShown, say]);

  function complain(text: string, fields: Field[]) {
    say(text);
    setComplaint({ text, fields });
  }

  async function join(signup: SignupRequest) {
    request.current = new AbortController();
    const { signal } = request.current;
    setPending(true);
    setComplaint(undefined);
    say(words.sending, 'sending');
    try {
      const outcome = await joinWaitlist(signup, currentKey(), signal);
      if (signal.aborted) return;
      if (outcome.ok) {
        forgetKey();
        const { position, friendsJoined } = outcome;
        const who = { spot: formatStatusKey(outcome), firstName: signup.firstName };
        return onJoined({ ...who, position, friendsJoined });
      }
      complain(outcome.message, ABOUT_PHONE.includes(outcome.message) ? ['phone'] : []);
    } catch {
      if (signal.aborted) return;
      complain(MESSAGES.unexpected, []);
    }
    setPending(false);
  }

  return (
    <SignupForm
      words={words}
      consent={consent}
      pending={pending}
      toast={toast}
      complaint={complaint}
      onMistake={complain}
      onEdit={(edited) =>
        setComplaint((now) => now && { ...now, fields: now.fields.filter((it) => it !== edited) })
      }
      onSignup={join}
    />
  );
}
