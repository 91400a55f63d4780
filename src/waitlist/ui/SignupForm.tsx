import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { joinWaitlist, type MemberStatus } from '../client/ask-waitlist.ts';
import { forgetSignup, restoreTyped } from '../client/pending-signup.ts';
import { readMember, type StoredMember, storeMember } from '../client/stored-member.ts';
import {
  ERRORS,
  FIELDS,
  type Field,
  HONEYPOT,
  NAME_MAX_LENGTH,
  parseSignup,
  SIGNUP_PATH,
} from '../shared/contract.ts';
import type { Consent, WaitlistLabels } from '../shared/labels.ts';
import { MESSAGES } from '../shared/messages.ts';
import { formatStatusKey } from '../shared/status-link.ts';
import { PhoneField } from './PhoneField.tsx';
import { Toast, Unbroken, useToast } from './Toast.tsx';
import { usePageTitle } from './title-and-focus.ts';

export type Joined = StoredMember & MemberStatus;

interface Props {
  labels: Pick<WaitlistLabels, 'form' | 'member'>;
  consent: Consent | undefined;
  isShown?: boolean;
  onJoined?: (joined: Joined) => void;
  /** On the page that answers a form sent without script. */
  answered?: { typed: Record<string, string>; error: string };
}

/** Stands below the first of its fields until they are edited; without fields, until any is. */
interface FormError {
  text: string;
  fields: Field[];
}

const HINTS = {
  firstName: { autoComplete: 'given-name', maxLength: NAME_MAX_LENGTH, enterKeyHint: 'next' },
  lastName: { autoComplete: 'family-name', maxLength: NAME_MAX_LENGTH, enterKeyHint: 'next' },
  phone: { autoComplete: 'tel-national', enterKeyHint: 'go' },
} as const satisfies Record<Field, object>;

/** restore-visit.ts fills these at submit; React would put back a value of its own. */
export const HIDDEN = ['idempotencyKey', 'referralCode', 'source'];

/** Fields are uncontrolled: React would wipe what was typed before it came. */
export function SignupForm({ consent, isShown = false, onJoined, answered, ...props }: Props) {
  const { form: labels, member } = props.labels;
  const [pending, setPending] = useState(false);
  const [toast, showToast] = useToast(answered?.error);
  const [error, setError] = useState<FormError>();
  const form = useRef<HTMLFormElement>(null);
  const request = useRef<AbortController>(undefined);
  // Not in the first render, which is as prerendered.
  const own = isShown && readMember();
  usePageTitle(isShown ? labels.title : undefined);

  useLayoutEffect(restoreTyped, []);

  useEffect(() => {
    if (!isShown) return;
    return () => {
      request.current?.abort();
      setPending(false);
      showToast();
    };
  }, [isShown, showToast]);

  // Disabled fields lose the focus: the status has it meanwhile.
  useLayoutEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const status = find('output');
    if (pending) return status?.focus({ preventScroll: true });
    const field = toast && find('[aria-invalid]');
    const button = toast && document.activeElement === status ? find('button') : undefined;
    (field ?? button)?.focus({ preventScroll: true });
    (field ?? button)?.scrollIntoView({ block: 'nearest' });
  }, [toast, pending]);

  function showError(text: string, fields: Field[] = [], advice = '') {
    showToast(text);
    setError({ text: `${text}\n${advice}`, fields });
    setPending(false);
  }

  async function join(fields: Record<string, unknown>) {
    const signup = parseSignup(fields);
    if (!signup.ok) return showError(ERRORS[signup.code], signup.fields);
    setPending(true);
    setError(undefined);
    showToast(labels.sending, 'sending');
    request.current = new AbortController();
    const key = `${fields.idempotencyKey}`;
    const answer = await joinWaitlist(signup.value, key, member, request.current.signal);
    if (!answer) return;
    if (!answer.ok) {
      const { message, code, advice } = answer;
      return showError(message, code === 'phone_registered' ? ['phone'] : [], advice);
    }
    forgetSignup();
    const { firstName } = signup.value;
    const { position, friendsJoined } = answer;
    const joined = { keyText: formatStatusKey(answer), firstName, position, friendsJoined };
    onJoined?.(joined);
    storeMember(joined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    join(fields).catch(() => showError(MESSAGES.unexpected));
  }

  function edit(name: string) {
    const fields = error?.fields.filter((field) => field !== name) ?? [];
    setError(error && fields.length > 0 ? { ...error, fields } : undefined);
  }

  const errorText = error && (
    <p id="form-error" className="form-error">
      <Unbroken text={error.text} />
    </p>
  );

  return (
    <form
      ref={form}
      id="signup"
      method="post"
      action={SIGNUP_PATH}
      noValidate
      onSubmit={submit}
      onInput={({ target }) => edit((target as HTMLInputElement).name)}
    >
      <Toast message={toast} />
      <div className="heading">
        <h2 id="view" tabIndex={-1}>
          {labels.title}
        </h2>
        {own && (
          <a className="quiet" href={`#spot=${own.keyText}`}>
            {member.inLineUnnamed}
          </a>
        )}
      </div>
      <fieldset disabled={pending}>
        {FIELDS.map((name) => {
          const Input = name === 'phone' ? PhoneField : 'input';
          const isWrong = error?.fields.includes(name);
          return (
            <div key={name} className="field">
              <label htmlFor={name}>{labels[name]}</label>
              <Input
                required
                {...HINTS[name]}
                id={name}
                name={name}
                defaultValue={answered?.typed[name]}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? 'form-error' : undefined}
              />
              {error?.fields[0] === name && errorText}
            </div>
          );
        })}
        {consent && (
          <label className="consent">
            <input name="consent" value={consent.version} type="checkbox" />
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built from our own Markdown. */}
            <span dangerouslySetInnerHTML={{ __html: consent.html }} />
          </label>
        )}
        {HIDDEN.map((name) => (
          <input key={name} type="hidden" name={name} defaultValue={answered?.typed[name]} />
        ))}
        <input className="honeypot" name={HONEYPOT} autoComplete="off" tabIndex={-1} aria-hidden />
        {error?.fields.length === 0 && errorText}
        <button className="button" type="submit">
          {pending ? labels.sending : labels.button}
        </button>
      </fieldset>
    </form>
  );
}
