import { type SubmitEvent, useLayoutEffect, useRef } from 'react';
import {
  HONEYPOT,
  NAME_MAX_LENGTH,
  parseSignup,
  SIGNUP_ERRORS,
  SIGNUP_PATH,
  type SignupRequest,
} from '../shared/contract.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { readReferralCode } from '../shared/referral.ts';
import { PhoneField } from './PhoneField.tsx';
import { type Say, Toast, type ToastMessage } from './Toast.tsx';

interface Props {
  words: WaitlistWords['form'];
  consent: Consent;
  pending?: boolean;
  toast?: ToastMessage | undefined;
  say?: Say;
  onSignup?: (signup: SignupRequest) => void;
  /** What a form sent without script held, when its page is shown again. */
  typed?: SignupRequest;
}

/** Their fields, and what browsers know to fill in. */
const NAMES = [
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
] as const;

/** Works without script too: it posts to the same function. Its fields are the browser's, never React's. */
export function SignupForm(props: Props) {
  const { words, consent, pending = false, toast, say, onSignup, typed } = props;
  const button = useRef<HTMLButtonElement>(null);

  // A disabled button loses the focus; after an error it gets it back.
  useLayoutEffect(() => {
    if (!pending && toast && document.activeElement === document.body) button.current?.focus();
  }, [pending, toast]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const referralCode = readReferralCode(location.search);
    const parsed = parseSignup({ ...Object.fromEntries(fields), referralCode });
    if (parsed.ok) return onSignup?.(parsed.value);
    say?.(SIGNUP_ERRORS[parsed.code]);
    const field = event.currentTarget.elements.namedItem(parsed.field);
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <form className="paper" method="post" action={SIGNUP_PATH} noValidate onSubmit={submit}>
      <h2>{words.title}</h2>
      <fieldset disabled={pending}>
        {NAMES.map(([name, autoComplete]) => (
          <label key={name}>
            {words[name]}
            <input
              name={name}
              autoComplete={autoComplete}
              maxLength={NAME_MAX_LENGTH}
              enterKeyHint="next"
              defaultValue={typed?.[name]}
              required
            />
          </label>
        ))}
        <PhoneField label={words.phone} typed={typed?.phone} />
        {typed && <input type="hidden" name="referralCode" value={typed.referralCode} />}
        <input type="hidden" name="consent" value={consent.version} />
        <input className="honeypot" name={HONEYPOT} autoComplete="off" tabIndex={-1} aria-hidden />
        <button ref={button} className="button" type="submit">
          {pending ? words.sending : words.button}
        </button>
        <Toast message={toast} />
      </fieldset>
      <p className="consent">{consent.text}</p>
    </form>
  );
}
