import { Fragment, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import {
  type Field,
  HONEYPOT,
  NAME_MAX_LENGTH,
  parseSignup,
  SIGNUP_ERRORS,
  SIGNUP_PATH,
  type SignupRequest,
} from '../shared/contract.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { readReferralCode } from '../shared/referral.ts';
import { readSource } from '../shared/source.ts';
import { PhoneField } from './PhoneField.tsx';
import { Toast, type ToastMessage } from './Toast.tsx';

/** A sentence about fields that she has not edited since. */
export interface Complaint {
  text: string;
  fields: Field[];
}

interface Props {
  words: WaitlistWords['form'];
  consent: Consent | undefined;
  pending?: boolean;
  toast?: ToastMessage | undefined;
  complaint?: Complaint | undefined;
  onMistake?: (text: string, fields: Field[]) => void;
  /** Called with the name of whatever field she edits. */
  onEdit?: (name: string) => void;
  onSignup?: (signup: SignupRequest) => void;
  /** What a form sent without script held, when its page is shown again. */
  typed?: SignupRequest;
}

/** Their fields, and what browsers know to fill in. */
const NAMES = [
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
] as const;

/** Without script it posts to the same function. Its fields are the browser's, never React's. */
export function SignupForm(props: Props) {
  const { words, consent, pending = false, toast, complaint, typed } = props;
  const form = useRef<HTMLFormElement>(null);

  // With each new message she is at the field that it is about; the styles leave room for both.
  useLayoutEffect(() => {
    const field = toast && form.current?.querySelector<HTMLElement>('[aria-invalid]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'nearest' });
  }, [toast]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    const referralCode = readReferralCode(location.search);
    const source = readSource(location.search);
    const parsed = parseSignup({ ...Object.fromEntries(fields), referralCode, source });
    if (parsed.ok) props.onSignup?.(parsed.value);
    else props.onMistake?.(SIGNUP_ERRORS[parsed.code], parsed.fields);
  }

  // Not disabled while it is sent: the focus would fall to the page.
  const stateOf = (name: Field) => ({
    name,
    defaultValue: typed?.[name],
    readOnly: pending,
    ...(complaint?.fields.includes(name) && {
      'aria-invalid': true,
      'aria-describedby': 'complaint',
    }),
  });
  const complaintAt = (name: Field) =>
    complaint?.fields[0] === name && (
      <p id="complaint" className="complaint">
        {complaint.text}
      </p>
    );

  return (
    <form
      ref={form}
      className="paper"
      method="post"
      action={SIGNUP_PATH}
      noValidate
      onSubmit={submit}
      onInput={({ target }) => props.onEdit?.((target as HTMLInputElement).name)}
    >
      <h2 id="view" tabIndex={-1}>
        {words.title}
      </h2>
      <fieldset aria-disabled={pending || undefined}>
        {NAMES.map(([name, autoComplete]) => (
          <Fragment key={name}>
            <label>
              {words[name]}
              <input
                {...stateOf(name)}
                autoComplete={autoComplete}
                maxLength={NAME_MAX_LENGTH}
                enterKeyHint="next"
                required
              />
            </label>
            {complaintAt(name)}
          </Fragment>
        ))}
        <PhoneField label={words.phone} {...stateOf('phone')} />
        {complaintAt('phone')}
        {consent && (
          <label className="consent">
            <input name="consent" value={consent.version} type="checkbox" />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built from our own Markdown. */}
            <span dangerouslySetInnerHTML={{ __html: consent.html }} />
          </label>
        )}
        {typed && <input type="hidden" name="referralCode" value={typed.referralCode} />}
        {typed && <input type="hidden" name="source" value={typed.source} />}
        <input className="honeypot" name={HONEYPOT} autoComplete="off" tabIndex={-1} aria-hidden />
        <button className="button" type="submit">
          {pending ? words.sending : words.button}
        </button>
        <Toast message={toast} />
      </fieldset>
    </form>
  );
}
