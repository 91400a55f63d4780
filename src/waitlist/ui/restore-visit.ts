// Inlined at the end of main, so that what this browser has stored is shown with the first paint. This
// script alone reads the view from the address: data-view and data-status-key of main and the event
// `viewchange` hand it on.

import { readEntry, removeQuery } from '../client/address.ts';
import {
  fillHiddenFields,
  forgetSignup,
  readLink,
  restoreFormFields,
  saveFormFields,
  saveLink,
} from '../client/pending-signup.ts';
import { read, save } from '../client/storage.ts';
import { readMember, removeMember } from '../client/stored-member.ts';
import { parseReferralCode } from '../shared/referral.ts';
import { statusKeyInAddress } from '../shared/status-link.ts';

const main = document.getElementById('join') as HTMLElement;
const statusLink = document.querySelector('#returning-member a') as HTMLAnchorElement;
const notYou = document.querySelector('#returning-member button') as HTMLButtonElement;
const textWithName = statusLink.textContent;

function showVisitor() {
  const member = readMember();
  main.toggleAttribute('data-returning', Boolean(member));
  main.toggleAttribute(
    'data-invited',
    !member && Boolean(parseReferralCode(readLink().referralCode)),
  );
  if (!member) return;
  const { statusKeyText, isAdmitted, firstName } = member;
  statusLink.href = `#spot=${statusKeyText}`;
  const { admitted = '', unnamed = '' } = statusLink.dataset;
  const waiting = firstName ? textWithName.replace('{firstName}', () => firstName) : unnamed;
  statusLink.textContent = isAdmitted ? admitted : waiting;
}

/** Switches transitions off until two frames later, so that a view that is open already does not move. */
function skipMotion() {
  main.removeAttribute('data-motion');
  requestAnimationFrame(() => requestAnimationFrame(() => main.setAttribute('data-motion', '')));
}

const FONTS_LOADED = 'fonts-loaded';

/** Sets the page in its own faces, which delay the first paint where they are not in the cache. */
function showWebFonts() {
  document.documentElement.setAttribute('data-web-fonts', '');
  document.fonts.ready.then(() => save(FONTS_LOADED, 'yes'));
}

function showView(event?: Event) {
  // React takes a status away at once, and some browsers animate a step back themselves.
  const isAnimated = event && 'hasUAVisualTransition' in event && event.hasUAVisualTransition;
  if (main.dataset.view === 'status' || isAnimated) skipMotion();
  showVisitor();
  const statusKeyText = statusKeyInAddress(location, readMember()?.statusKeyText);
  main.dataset.statusKey = statusKeyText ?? '';
  if (statusKeyText !== undefined) {
    main.dataset.view = 'status';
    showWebFonts();
  } else showFirstView();
  main.dispatchEvent(new Event('viewchange'));
}

/** The first view, or the form over it. */
function showFirstView() {
  main.dataset.view = location.hash === '#join' ? 'form' : 'first';
  // Else a form posted from here would name the member of this address as the referrer.
  if (readEntry().isOwn) removeQuery();
}

// React alone shows a status.
main.addEventListener('hydrationfail', showFirstView);

statusLink.onclick = () => {
  // The address stays where the script did not come: only a new page requests it again.
  if (statusLink.hash === location.hash) location.reload();
};
notYou.onclick = () => {
  removeMember();
  forgetSignup();
  showVisitor();
  document.querySelector<HTMLElement>('.hero')?.focus();
};
// WebKit fires popstate alone for a step back to another ?ref.
for (const event of ['hashchange', 'popstate']) addEventListener(event, showView);
// "Not you?" in another tab.
addEventListener('storage', showVisitor);
// Back from another page.
addEventListener('pageshow', () => {
  restoreFormFields();
  showVisitor();
});

// "Back to home" replaces the entry, so that the phone's back gesture does not open the view again.
document.addEventListener('click', (event) => {
  if (!(event.target as Element).closest('a[href="#"]')) return;
  event.preventDefault();
  // `#` keeps the query, which names the member. :target and the events need a change of the hash.
  if (main.dataset.view === 'status') removeQuery();
  location.replace('#');
});

// On main, since React renders new forms. Captured, so before React's listener, which reads the hidden
// fields that this one fills.
main.addEventListener('input', saveFormFields, { capture: true });
main.addEventListener('submit', fillHiddenFields, { capture: true });

restoreFormFields();
saveLink();
if (read(FONTS_LOADED)) showWebFonts();
addEventListener('load', () => requestAnimationFrame(() => setTimeout(showWebFonts, 200)));
document.querySelector('.join')?.addEventListener('focusin', showWebFonts, { once: true });
skipMotion();
showView();
