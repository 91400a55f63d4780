import { referralLink } from '../shared/referral.ts';
import { parseStatusKey, statusKeyInAddress } from '../shared/status-link.ts';
import { readReferrer, saveAttribution } from './attribution.ts';
import { forgetSignup, restoreFormFields } from './signup-fields.ts';
import { readMember, removeMember, type StoredMember, storeMember } from './stored-member.ts';
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
  /** CODE.TOKEN of the open status; none if its link is cut, or a signup was answered without a token. */
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
interface HistoryEntry {
  /** This page wrote the URL, so nobody was invited by it. */
  isOwn?: true;
  /** CODE.TOKEN if no storage took the member. */
  statusKey?: string | undefined;
}

const readEntry = (): HistoryEntry => history.state ?? {};

/** Takes the query, which may name a member, out of the URL; the hash stays. */
const removeQuery = () => history.replaceState(null, '', `/${location.hash}`);

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

  function update(changes: Partial<VisitState>) {
    const member = readMember(readEntry().statusKey);
    const next = { ...state, ...changes, member, isInvited: !member && Boolean(readReferrer()) };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Shows the view that the URL names. A status that is opened again is requested again. */
  function open() {
    const storedKey = readMember(readEntry().statusKey)?.statusKey;
    const keyText = statusKeyInAddress(location, storedKey);
    if (keyText === undefined) return closeStatus();
    const statusKey = parseStatusKey(keyText) && keyText;
    const isShown = statusKey && statusKey === state.statusKey;
    update({ view: 'status', statusKey, result: isShown ? state.result : undefined });
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

  /** Makes the URL a member's referral link, since visitors copy it, and stores the member if there is one. */
  function remember(referralCode: string, member?: StoredMember) {
    const isStored = member && storeMember(member);
    const entry: HistoryEntry = {
      isOwn: true,
      statusKey: isStored ? undefined : member?.statusKey,
    };
    const hash = member ? '#spot' : location.hash;
    history.replaceState(entry, '', referralLink('', referralCode) + hash);
  }

  const showStatus = (result: ShownStatus, statusKey: string | undefined) =>
    update({ view: 'status', statusKey, result, isUnanswered: false });

  /** Forgets the member of the open status, who isn't on the list. */
  function notFound() {
    if (state.member?.statusKey === state.statusKey) removeMember();
    // Nobody should copy the link of a member who left.
    removeQuery();
    update({ result: undefined });
  }

  function left() {
    forgetSignup();
    notFound();
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
    open,
    closeStatus,
    close,
    remember,
    showStatus,
    forgetSignup,
    notFound,
    left,
    forget,
    /** Another tab, or another page of this one, may have changed what is stored. */
    readStorage: () => update({}),
    setUnanswered: (isUnanswered: boolean) => update({ isUnanswered }),
    restoreFormFields,
  };
}
