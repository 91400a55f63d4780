import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { joinWaitlist, type Status } from '../client/ask-waitlist.ts';
import { forgetSignup, restoreTyped } from '../client/pending-signup.ts';
import { type Remembered, remember } from '../client/remembered.ts';
import {
  ERRORS,
  FIELDS,
  type Field,
  HONEYPOT,
  NAME_MAX_LENGTH,
  parseSignup,
  SIGNUP_PATH,
} from '../shared/contract.ts';
import type { Consent, WaitlistWords } from '../shared/fill.ts';
import { MESSAGES } from '../shared/messages.ts';
import { formatStatusKey } from '../shared/status-link.ts';
import { PhoneField } from './PhoneField.tsx';
import { Toast, useToast } from './Toast.tsx';
import { usePageTitle } from './view.ts';

export type Joined = Remembered & Status;

interface Props {
  words: Pick<WaitlistWords, 'form' | 'member'>;
  consent: Consent | undefined;
  isShown?: boolean;
  onJoined?: (joined: Joined) => void;
  /** On the page that answers a form sent without script. */
  answered?: { typed: Record<string, string>; error: string };
}

/** Stands until its fields are edited or, without fields, until any is. */
interface Complaint {
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
  const { form: words, member } = props.words;
  const [pending, setPending] = useState(false);
  const [toast, say] = useToast(answered?.error);
  const [complaint, setComplaint] = useState<Complaint>();
  const form = useRef<HTMLFormElement>(null);
  const request = useRef<AbortController>(undefined);
  usePageTitle(isShown ? words.title : undefined);

  useLayoutEffect(restoreTyped, []);

  useEffect(() => {
    if (!isShown) return;
    return () => {
      request.current?.abort();
      setPending(false);
      say();
    };
  }, [isShown, say]);

  // Disabled fields lose the focus: the status has it meanwhile.
  useLayoutEffect(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    const status = find('output');
    if (pending) return status?.focus({ preventScroll: true });
    const field = toast && find('[aria-invalid]');
    const button = toast && document.activeElement === status ? find('button') : undefined;
    (field ?? button)?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'nearest' });
  }, [toast, pending]);

  function complain(text: string, fields: Field[] = [], advice = '') {
    say(text);
    setComplaint({ text: `${text}\n${advice}`, fields });
    setPending(false);
  }

  async function join(fields: Record<string, unknown>) {
    const signup = parseSignup(fields);
    if (!signup.ok) return complain(ERRORS[signup.code], signup.fields);
    setPending(true);
    setComplaint(undefined);
    say(words.sending, 'sending');
    request.current = new AbortController();
    const key = `${fields.idempotencyKey}`;
    const answer = await joinWaitlist(signup.value, key, member, request.current.signal);
    if (!answer) return;
    if (!answer.ok) {
      const { message, code, advice } = answer;
      return complain(message, code === 'phone_registered' ? ['phone'] : [], advice);
    }
    forgetSignup();
    const { firstName } = signup.value;
    const { position, friendsJoined } = answer;
    const joined = { keyText: formatStatusKey(answer), firstName, position, friendsJoined };
    onJoined?.(joined);
    remember(joined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    join(fields).catch(() => complain(MESSAGES.unexpected));
  }

  function edit(name: string) {
    const fields = complaint?.fields.filter((it) => it !== name) ?? [];
    setComplaint(complaint && fields.length > 0 ? { ...complaint, fields } : undefined);
  }

  const complaintAt = (name?: Field) =>
    complaint?.fields[0] === name && (
      <p id="complaint" className="complaint">
        {complaint?.text}
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
      <h2 id="view" tabIndex={-1}>
        {words.title}
      </h2>
      <fieldset disabled={pending}>
        {FIELDS.map((name) => {
          const Input = name === 'phone' ? PhoneField : 'input';
          const isWrong = complaint?.fields.includes(name);
          return (
            <div key={name} className="field">
              <label htmlFor={name}>{words[name]}</label>
              <Input
                required
                {...HINTS[name]}
                id={name}
                name={name}
                defaultValue={answered?.typed[name]}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? 'complaint' : undefined}
              />
              {complaintAt(name)}
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
        {complaint && complaintAt()}
        <button className="button" type="submit">
          {pending ? words.sending : words.button}
        </button>
      </fieldset>
    </form>
  );
}
