import { consent, member as copy, form } from 'virtual:content';
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { restoreFormFields } from '../client/signup-fields.ts';
import { showMember } from '../client/visit.ts';
import { joinWaitlist, type RequestFailure, type SignupMember } from '../client/waitlist-api.ts';
import {
  FIELDS,
  type Field,
  HIDDEN_FIELDS,
  HONEYPOT,
  parseSignup,
  SIGNUP_PATH,
} from '../shared/contract.ts';
import { FORM_MESSAGES } from '../shared/form-messages.ts';
import { statusHash } from '../shared/links.ts';
import { NAME_MAX_LENGTH } from '../shared/name.ts';
import { PhoneField } from './PhoneField.tsx';
import { WithName } from './texts.tsx';
import { hideToast, showToast } from './toast.ts';
import { useVisit } from './use-visit.ts';

const INPUT_ATTRIBUTES = {
  firstName: { autoComplete: 'given-name', dir: 'auto', maxLength: NAME_MAX_LENGTH },
  lastName: { autoComplete: 'family-name', dir: 'auto', maxLength: NAME_MAX_LENGTH },
  phone: { autoComplete: 'tel', enterKeyHint: 'go' },
} as const satisfies Record<Field, object>;

/**
 * Fields are uncontrolled, since React would wipe what was entered before it loaded. `entered` is what a form posted
 * without script had, by field name.
 */
export function SignupForm({ entered }: { entered?: Record<string, string> }) {
  const isOpen = useVisit('isOpen');
  const member = useVisit('member');
  const ConsentLine = consent.version ? 'label' : 'p';
  const [isSending, setSending] = useState(false);
  /** `fields` are those not edited since; it's shown below the first. */
  const [error, setError] = useState<RequestFailure<SignupMember>>();
  const wrongFields = error?.fields ?? [];
  const request = useRef<AbortController>(undefined);

  // If another program changed the form before React loaded, React renders it anew.
  useLayoutEffect(restoreFormFields, []);

  useEffect(() => {
    if (!isOpen) return;
    return () => {
      request.current?.abort();
      hideToast();
    };
  }, [isOpen]);

  function showError(failure: RequestFailure<SignupMember>) {
    const { code, fields } = failure;
    const message = code === 'timeout' ? form.tooSlow : failure.message;
    flushSync(() => {
      setError({ ...failure, message });
      setSending(false);
    });
    showToast(message, 'error', fields !== undefined);
    moveFocus('#signup :is([aria-invalid], button)');
    // A password manager may have filled in the honeypot; the next press then works.
    const honeypot = document.querySelector<HTMLInputElement>('.honeypot');
    if (honeypot) honeypot.value = '';
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    try {
      const fields = Object.fromEntries(new FormData(event.currentTarget));
      const signup = parseSignup(fields);
      if (!signup.ok) return showError({ ...signup, message: FORM_MESSAGES[signup.code] });
      setError(undefined);
      setSending(true);
      showToast(form.sending, 'sending');
      // Disabled fields lose the focus.
      moveFocus('output');
      request.current = new AbortController();
      const idempotencyKey = `${fields.idempotencyKey}`;
      const answer = await joinWaitlist(signup.value, idempotencyKey, request.current.signal);
      // Undefined if the visitor went back before the response came.
      if (answer?.ok) showMember(answer);
      else if (answer) showError(answer);
    } catch {
      showError({ message: FORM_MESSAGES.internal_error });
    } finally {
      setSending(false);
    }
  }

  /** An error disappears once all its fields are edited, or any field if it has none. */
  function updateError(editedField: string) {
    const fields = wrongFields.filter((field) => field !== editedField);
    setError(error && fields.length > 0 ? { ...error, fields } : undefined);
  }

  const shownError = error && (
    <p id="form-error" className="form-error">
      <span>
        <strong>{error.code === 'connection' ? form.noConnection : error.message}</strong>
        <br />
        {error.code === 'phone_registered' && <RegisteredAdvice registered={error.registered} />}
      </span>
    </p>
  );

  return (
    <form
      id="signup"
      method="post"
      action={SIGNUP_PATH}
      noValidate
      onSubmit={submit}
      onInput={({ target }) => updateError((target as HTMLInputElement).name)}
    >
      <h2 id="view-title" className="heading" tabIndex={-1}>
        {form.title}
      </h2>
      <fieldset disabled={isSending}>
        {FIELDS.map((name) => {
          const Input = name === 'phone' ? PhoneField : 'input';
          const isWrong = wrongFields.includes(name);
          return (
            <div key={name} className="field">
              <label htmlFor={name}>{form[name]}</label>
              <Input
                required
                {...INPUT_ATTRIBUTES[name]}
                id={name}
                name={name}
                defaultValue={entered?.[name]}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? 'form-error' : undefined}
              />
              {wrongFields[0] === name && shownError}
            </div>
          );
        })}
        <ConsentLine className="consent">
          {consent.version && <input name="consent" value={consent.version} type="checkbox" />}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built from our own Markdown. */}
          <span dangerouslySetInnerHTML={{ __html: consent.html }} />
        </ConsentLine>
        {HIDDEN_FIELDS.map((name) => (
          <input key={name} type="hidden" name={name} defaultValue={entered?.[name]} />
        ))}
        <input className="honeypot" name={HONEYPOT} autoComplete="off" tabIndex={-1} aria-hidden />
        <button className="button" type="submit">
          {isSending ? form.sending : form.button}
        </button>
        {wrongFields.length === 0 && shownError}
      </fieldset>
      {/* Last, because the prerendered form lacks it. */}
      {member && (
        <p className="join-again">
          {form.joinAgain} <a href={statusHash(member.statusKey)}>{copy.inLineUnnamed}</a>
        </p>
      )}
    </form>
  );
}

/** What to do about a phone that's on the list; `registered` is its member, if the names match, too. */
function RegisteredAdvice({ registered }: Pick<RequestFailure<SignupMember>, 'registered'>) {
  const member = useVisit('member');
  // The member whom this browser remembers has a status token, which can do more.
  const isOther = registered && registered.referralCode !== member?.statusKey.referralCode;
  const own = isOther ? undefined : member;
  if (!own && !registered) return form.registeredAdvice;
  const { firstName = '' } = own ?? {};
  return (
    <>
      {form.registeredHere}{' '}
      <a
        href={own ? statusHash(own.statusKey) : '#spot'}
        onClick={(event) => {
          if (!isOther) return;
          event.preventDefault();
          showMember(registered);
        }}
      >
        <WithName text={firstName ? copy.inLine : copy.inLineUnnamed} firstName={firstName} />
      </a>
    </>
  );
}

/** Screen readers read a field's error when it gets the focus, not while it has it. */
function moveFocus(selector: string) {
  const target = document.querySelector<HTMLElement>(selector);
  target?.blur();
  target?.focus();
}
