import { readRef } from '../shared/referral.ts';
import { readReferrer, saveAttribution } from './attribution.ts';
import { forgetSignup, restoreFormFields } from './signup-fields.ts';
import { readMember, removeMember } from './stored-member.ts';
import type { MemberStatus } from './waitlist-api.ts';

/** A member's status as the page shows it. */
export interface ShownStatus extends MemberStatus {
  /** Whose status it is. */
  referralCode: string;
  /** Empty in a browser that the member didn't join with. */
  firstName: string;
  /** The position that was seen before, once it has changed. */
  before?: number | undefined;
}

export interface VisitState {
  view: 'first' | 'form' | 'status';
  /** Of the open status, as its link says it; none after a signup whose answer had no status token. */
  statusKey: string | undefined;
  /** The member that this browser remembers. */
  member: ReturnType<typeof readMember>;
  /** The open status once it's known. */
  result: ShownStatus | undefined;
  /** A member's link brought this visitor. */
  isInvited: boolean;
  /** The visitor left a signup before it was answered, and may be a member. */
  isUnanswered: boolean;
}

export type Visit = ReturnType<typeof createVisit>;

declare global {
  interface Window {
    /** Made by the inline script, for React too: docs/decisions/one-visit.md. */
    visit: Visit;
  }
}

/** What this page wrote into the history entry; a reload keeps it. */
export interface HistoryEntry {
  /** This page wrote the URL, so it isn't a link that somebody opened. */
  isOwn?: true;
  /** CODE.TOKEN if no storage took the member. */
  statusKey?: string | undefined;
}

const readEntry = (): HistoryEntry => history.state ?? {};

/** Takes the query, which may name a member, out of the URL; the hash stays. */
export const removeQuery = () => history.replaceState(null, '', `/${location.hash}`);

/** Of the prerendered page. */
export const INITIAL_STATE: VisitState = {
  view: 'first',
  statusKey: undefined,
  member: undefined,
  result: undefined,
  isInvited: false,
  isUnanswered: false,
};

/** Reads the URL and what is stored. A change makes a new state. */
export function createVisit() {
  const listeners = new Set<() => void>();
  let state = INITIAL_STATE;

  /** Reads again what is stored, which another tab may have changed. */
  function update(changes: Partial<VisitState> = {}) {
    const member = readMember(readEntry().statusKey);
    const next = { ...state, ...changes, member, isInvited: !member && Boolean(readReferrer()) };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Shows the view that the URL names. A status that is opened again is requested again. */
  function open() {
    const statusKey = statusKeyIn(location);
    if (statusKey === undefined) return closeStatus();
    const result = statusKey === state.statusKey ? state.result : undefined;
    update({ view: 'status', statusKey, result });
  }

  /** Shows the first view, or the form, whatever the URL says of a status. */
  function closeStatus() {
    // Otherwise a form posted from here would name the member in this URL as the referrer.
    if (readEntry().isOwn) removeQuery();
    const view = location.hash === '#join' ? 'form' : 'first';
    update({ view, statusKey: undefined, result: undefined });
  }

  /** Goes back to the first view, in place of this entry: the back gesture doesn't open it again. */
  function close() {
    // `#` keeps the query, which names the member. :target and the events need a change of the hash.
    if (state.view === 'status') removeQuery();
    location.replace('#');
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
    /** Returns the function that ends the subscription. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    update,
    open,
    closeStatus,
    close,
    forget,
  };
}

/**
 * What follows `#spot=`; on `/?ref=CODE#spot`, the key of that member if this browser remembers it.
 * Undefined if the URL names no status.
 */
function statusKeyIn({ hash, search }: Location): string | undefined {
  const [name, text] = hash.split('=');
  if (name !== '#spot') return undefined;
  if (text !== undefined) return text;
  const stored = readMember(readEntry().statusKey)?.statusKey;
  return stored?.startsWith(`${readRef(search)}.`) ? stored : undefined;
}
