import { readRef, referralLink } from '../shared/referral.ts';
import { saveAttribution } from './attribution.ts';
import { forgetSignup, restoreFormFields } from './signup-fields.ts';
import { BROWSER, read, remove, save, TAB } from './storage.ts';
import type { MemberStatus } from './waitlist-api.ts';

const MEMBER = 'member';

interface StoredMember {
  /** CODE.TOKEN: formatStatusKey in shared/status-link.ts. */
  statusKey: string;
  /** Empty if someone opened a status link, which may be anyone's, so only this tab stores the member. */
  firstName: string;
  /** Undefined once the member is admitted. */
  position?: number | undefined;
}

interface ShownStatus extends MemberStatus {
  referralCode: string;
  /** Empty if the member joined in another browser. */
  firstName: string;
  /** The position at the end of the last visit, or the first one. */
  before: number | undefined;
}

export interface ToastMessage {
  text: string;
  /** `sending` is for screen readers only, since the button shows it. */
  tone: 'error' | 'success' | 'sending';
  /** Screen readers read it elsewhere. */
  isSilent: boolean;
  /** In milliseconds, so that a repeated text is announced again. */
  shownAt: number;
}

export interface VisitState {
  view: 'landing' | 'form' | 'status';
  /** The open status's key, as in its link; undefined if a signup's response had no status token. */
  statusKey: string | undefined;
  member: StoredMember | undefined;
  /** The open status once it's known. */
  result: ShownStatus | undefined;
  /** The visitor left a signup before it was answered, and may be a member. */
  isUnanswered: boolean;
  toast?: ToastMessage | undefined;
}

declare global {
  interface Window {
    /** Created by the inline script and shared with React: docs/decisions/one-visit.md. */
    visit: ReturnType<typeof createVisit>;
  }
}

/** What this page stores in history.state; a reload keeps it. */
interface HistoryEntry {
  /** This page wrote the URL, so nobody opened it as a link. */
  isOwn?: true;
  /** If no storage accepted the member. */
  member?: StoredMember | undefined;
}

const readEntry = (): HistoryEntry => history.state ?? {};

function readMember(): StoredMember | undefined {
  try {
    return JSON.parse(read(MEMBER));
  } catch {
    // Nothing is stored.
    return readEntry().member;
  }
}

/** Changes the URL to the referral link, since visitors copy it, and stores the member if there is one. */
export function remember(referralCode: string, member?: StoredMember): void {
  const storages = member?.firstName ? BROWSER : TAB;
  const isStored = member && save(MEMBER, JSON.stringify(member), storages);
  const entry: HistoryEntry = { isOwn: true, member: isStored ? undefined : member };
  const hash = member ? '#spot' : location.hash;
  history.replaceState(entry, '', referralLink('', referralCode) + hash);
}

export const removeMember = () => remove(MEMBER);

/** Removes the query, which may name a member, from the URL, but keeps the hash. */
export const removeQuery = () => history.replaceState(null, '', `/${location.hash}`);

export const NO_STATUS = { statusKey: undefined, result: undefined };

/** The state of the prerendered page. */
export const INITIAL_STATE: VisitState = {
  view: 'landing',
  ...NO_STATUS,
  member: undefined,
  isUnanswered: false,
};

/** Creates the visit from the URL and storage. Every change creates a new state object. */
export function createVisit() {
  const listeners = new Set<() => void>();
  let state = INITIAL_STATE;

  /** Also rereads storage, which another tab may have changed. */
  function update(changes: Partial<VisitState> = {}) {
    const next = { ...state, ...changes, member: readMember() };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Shows the URL's view. Opening another status clears the result, so that it's requested. */
  function open() {
    const statusKey = statusKeyIn(location);
    if (statusKey === undefined) return closeStatus();
    const result = statusKey === state.statusKey ? state.result : undefined;
    update({ view: 'status', statusKey, result });
  }

  /** Shows the first view or the form, even if the URL names a status. */
  function closeStatus() {
    // Otherwise a form posted from here would name the member in this URL as the referrer.
    if (readEntry().isOwn) removeQuery();
    // A status stays on the sheet while that sinks.
    if (location.hash === '#join') update({ view: 'form', ...NO_STATUS });
    else update({ view: 'landing' });
  }

  /** "Not you?" */
  function forget() {
    removeMember();
    forgetSignup();
    update({ isUnanswered: false });
  }

  if (!readEntry().isOwn) saveAttribution(location.search);
  restoreFormFields();
  open();
  return {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    update,
    open,
    closeStatus,
    forget,
  };
}

/**
 * Returns what follows `#spot=`, or on `/?ref=CODE#spot` the key of that member if this browser remembers
 * them. Undefined if the URL names no status.
 */
function statusKeyIn({ hash, search }: Location): string | undefined {
  const [name, text] = hash.split('=');
  if (name !== '#spot') return undefined;
  if (text !== undefined) return text;
  const stored = readMember()?.statusKey;
  return stored?.startsWith(`${readRef(search)}.`) ? stored : undefined;
}
