import { VALID_KEY } from '../shared/contract.ts';
import { readAttribution, removeAttribution } from './attribution.ts';
import { read, readHistoryState, remove, replaceHistory, save, TAB_STORAGES } from './storage.ts';

const IDEMPOTENCY_KEY = 'idempotency-key';
const FORM_FIELDS = 'form-fields';

/** Stores what the visitor has entered, for this tab only. */
export function saveFormFields({ target }: Event): void {
  const { form } = target as HTMLInputElement;
  const fields = form && new FormData(form);
  if (fields) save(FORM_FIELDS, `${new URLSearchParams(fields as never)}`, TAB_STORAGES);
}

/** Restores what the visitor has entered: at load, back from another page, and once React has rendered the form. */
export function restoreFormFields(): void {
  // A success forgets the key, and the browser may restore the form as it was before.
  if (readHistoryState().isSent && !read(IDEMPOTENCY_KEY))
    document.querySelector<HTMLFormElement>('#signup')?.reset();
  const entered = new URLSearchParams(read(FORM_FIELDS));
  for (const field of document.querySelectorAll<HTMLInputElement>(':is(.field, .consent) input')) {
    const text = entered.get(field.name) ?? '';
    // A box whose text has changed stays unchecked.
    if (field.type === 'checkbox') field.checked ||= field.value === text;
    else field.value ||= text;
  }
}

/**
 * The key stays the same until a success is shown, even in a new tab. Otherwise a lost response would
 * end in "already on the waitlist" forever.
 */
export function readIdempotencyKey(): string {
  const stored = read(IDEMPOTENCY_KEY);
  if (VALID_KEY.test(stored)) return stored;
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  save(IDEMPOTENCY_KEY, key);
  return key;
}

export function fillHiddenFields({ target }: Event): void {
  const form = target as HTMLFormElement;
  if (form.id !== 'signup') return;
  const { referredBy: referralCode, source } = readAttribution();
  const idempotencyKey = readIdempotencyKey();
  const values: Record<string, string | undefined> = { idempotencyKey, referralCode, source };
  for (const field of form.querySelectorAll<HTMLInputElement>('[type=hidden]'))
    field.value = values[field.name] ?? '';
  replaceHistory({ ...readHistoryState(), isSent: true });
}

/** Makes the next signup a new one. */
export function forgetSignup(): void {
  remove(IDEMPOTENCY_KEY);
  remove(FORM_FIELDS);
  removeAttribution();
}
