import type { Position, StatusSuccess } from '../shared/contract.ts';
import { parseStatusKey, readRef, type StatusKey } from '../shared/links.ts';
import { saveAttribution } from './attribution.ts';
import {
  forgetMember,
  type RememberedMember,
  readMember,
  removeQuery,
  setMemberUrl,
} from './member.ts';
import type { SentRequest } from './send.ts';
import { forgetSignup, restoreFormFields } from './signup-fields.ts';
import { readHistoryState } from './storage.ts';
import type { SignupMember } from './waitlist-api.ts';

/** What the page shows, except for toasts. */
export interface VisitState {
  /** Whether the sheet is up; otherwise visitors see the first view. */
  isOpen: boolean;
  sheet: Sheet;
  /** The member that this browser remembers. */
  member?: RememberedMember | undefined;
  /** `drawing` once it has drawn a status; `missing` if it couldn't be loaded, or hasn't come in the time of a request. */
  react: 'loading' | 'drawing' | 'missing';
}

/** What's on the sheet, also while it sinks. */
export interface Sheet {
  kind: 'form' | 'status';
  /** Undefined if the link was cut off, or if a signup's response had no status token. */
  statusKey?: StatusKey | undefined;
  /** Or why there's none to show. Undefined while it's being found. */
  status?: ShownStatus | 'unknown' | 'left' | 'unreachable' | undefined;
}

interface ShownStatus {
  position: Position;
  /** Undefined until a status request. */
  referralCount?: number;
  referralCode: string;
  /** Empty if the member joined in another browser. */
  firstName: string;
  /** Ten digits, after a signup from this page; never stored. */
  phone?: string | undefined;
  /** The position at the end of the last visit, or the first one. */
  previousPosition: Position;
}

declare global {
  interface Window {
    /** Created by the inline script and shared with React: docs/decisions/one-visit.md. Response pages have none. */
    visit: ReturnType<typeof createVisit>;
  }
}

/** The state of the prerendered page. */
export const INITIAL_STATE: VisitState = {
  isOpen: false,
  sheet: { kind: 'form' },
  react: 'loading',
};

/** Creates `window.visit` from the URL and storage. */
export function createVisit() {
  const visit = {
    /** What the storages refuse, by name, and the opened link; see storage.ts. */
    memory: new Map<string, string>(),

    /** Every change replaces it and fires `visit` on the window. */
    state: INITIAL_STATE,

    /** The status request that start-visit.ts has sent, and React has yet to take. */
    request: undefined as (SentRequest & StatusKey) | undefined,

    /** Also rereads storage, which another tab may have changed. */
    update(changes: Partial<VisitState> = {}) {
      const next = { ...visit.state, ...changes, member: readMember() };
      if (JSON.stringify(next) === JSON.stringify(visit.state)) return;
      visit.state = next;
      dispatchEvent(new Event('visit'));
    },

    /** Shows what the URL names. */
    open() {
      const sheet = sheetIn(location);
      if (sheet) return visit.update({ isOpen: true, sheet });
      // Otherwise a form posted from here would name the member in this URL as the referrer.
      if (readHistoryState().isWrittenHere) removeQuery();
      visit.update({ isOpen: false });
    },
  };

  window.visit = visit;
  if (!readHistoryState().isWrittenHere) saveAttribution(location.search);
  restoreFormFields();
  return visit;
}

/**
 * `#spot=KEY` is a status link, and `/?ref=CODE#spot` names the member with this code if this browser
 * remembers them. Undefined for the first view.
 */
function sheetIn({ hash, search }: Location): Sheet | undefined {
  if (hash === '#join') return { kind: 'form' };
  const isLink = hash.startsWith('#spot=');
  const statusKey = isLink ? parseStatusKey(hash.slice('#spot='.length)) : readMember()?.statusKey;
  const isOwn = hash === '#spot' && statusKey && statusKey.referralCode === readRef(search);
  if (!isLink && !isOwn) return undefined;
  return { kind: 'status', statusKey, status: statusKey ? undefined : 'unknown' };
}

export function showStatus(statusKey: StatusKey | undefined, status: Sheet['status']): void {
  window.visit.update({ sheet: { kind: 'status', statusKey, status } });
}

/**
 * Shows the status of a member, who is remembered if the response to the signup has a status token. Until then, the
 * signup can be repeated.
 */
export function showMember({ statusKey, ...status }: SignupMember): void {
  const { referralCode, firstName, position } = status;
  setMemberUrl(referralCode, statusKey && { statusKey, firstName, position });
  showStatus(statusKey, { ...status, previousPosition: position });
  forgetSignup();
}

/** Shows what a status request has found; `last` is the status shown until now. */
export function showFound(statusKey: StatusKey, found: StatusSuccess, last?: ShownStatus): void {
  const { member } = window.visit.state;
  const { referralCode } = statusKey;
  const { position } = found;
  const own = member?.statusKey.statusToken === statusKey.statusToken ? member : undefined;
  const firstName = own?.firstName ?? '';
  const previousPosition = last?.previousPosition ?? own?.position ?? position;
  // Keep another member's status link in the URL: their referral link wouldn't show it after a reload.
  if (own || !member) setMemberUrl(referralCode, { statusKey, firstName, position });
  showStatus(statusKey, { ...last, ...found, referralCode, firstName, previousPosition });
}

/** Forgets a member who left. A 404 to a status request forgets nobody: the database may be the wrong one for a while. */
export function showLeft(statusKey: StatusKey) {
  const { member, sheet } = window.visit.state;
  if (member?.statusKey.statusToken === statusKey.statusToken) forgetMember();
  // The visitor may have opened another view since.
  if (sheet.statusKey?.statusToken !== statusKey.statusToken) return window.visit.update();
  // Otherwise visitors might copy this member's link.
  removeQuery();
  showStatus(statusKey, 'left');
}
