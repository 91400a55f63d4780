// Inlined at the end of main, so that what this browser keeps is there before the first paint. This
// script alone listens to the address: attributes of main and `viewchange` say what it asks for.

import { readEntry } from '../client/history-entry.ts';
import {
  fillHiddenFields,
  forgetSignup,
  keepLink,
  keepTyped,
  readLink,
  restoreTyped,
} from '../client/pending-signup.ts';
import { keep, read } from '../client/storage.ts';
import { readMember, removeMember } from '../client/stored-member.ts';
import { statusKeyInAddress } from '../shared/status-link.ts';

const main = document.getElementById('join') as HTMLElement;
const line = document.getElementById('line') as HTMLElement;
const [link, notYou] = line.children as unknown as [HTMLAnchorElement, HTMLElement];
const named = link.textContent;

function showVisitor() {
  const member = readMember();
  main.toggleAttribute('data-returning', Boolean(member));
  main.toggleAttribute('data-invited', !member && readLink().referralCode !== '');
  if (!member) return;
  link.href = `#spot=${member.keyText}`;
  const { admitted = '', unnamed = '' } = link.dataset;
  const { isAdmitted, firstName } = member;
  const waiting = firstName ? named.replace('{firstName}', () => firstName) : unnamed;
  link.textContent = isAdmitted ? admitted : waiting;
}

/** Styles move only what changes after the next frame: a page that loads open stands still. */
function skipMotion() {
  main.removeAttribute('data-motion');
  requestAnimationFrame(() => requestAnimationFrame(() => main.setAttribute('data-motion', '')));
}

const FACES = 'faces';

/** Sets the page in its own faces, which delay the first paint where they are not in the cache. */
function showFaces() {
  document.documentElement.setAttribute('data-faces', '');
  document.fonts.ready.then(() => keep(FACES, 'loaded'));
}

function showView(event?: Event) {
  // React takes a status away at once, and some browsers animate a step back themselves.
  const isAnimated = event && 'hasUAVisualTransition' in event && event.hasUAVisualTransition;
  if (main.dataset.view === 'status' || isAnimated) skipMotion();
  showVisitor();
  const statusKey = statusKeyInAddress(location, readMember()?.keyText);
  const isForm = location.hash === '#join';
  main.dataset.view = statusKey === undefined ? (isForm ? 'form' : 'first') : 'status';
  main.dataset.statusKey = statusKey ?? '';
  // Else a form posted from here would name the member of this address as the inviter.
  if (readEntry().isOwn && statusKey === undefined) history.replaceState(null, '', '/');
  if (statusKey !== undefined) showFaces();
  main.dispatchEvent(new Event('viewchange'));
}

link.onclick = () => {
  // The address stays where the script did not come: only a new page requests it again.
  if (link.hash === location.hash) location.reload();
};
notYou.onclick = () => {
  removeMember();
  forgetSignup();
  showVisitor();
  document.querySelector<HTMLElement>('.hero')?.focus();
};
// WebKit fires popstate alone for a step back to another ?ref.
for (const moment of ['hashchange', 'popstate']) addEventListener(moment, showView);
// "Not you?" in another tab.
addEventListener('storage', showVisitor);
// Back from another page.
addEventListener('pageshow', () => {
  restoreTyped();
  showVisitor();
});

// "Back to home" replaces the entry, so that the phone's back gesture does not open the view again.
document.addEventListener('click', (event) => {
  if (!(event.target as Element).closest('a[href="#"]')) return;
  event.preventDefault();
  // `#` keeps the query, which names the member. :target and the events need a change of the hash.
  if (main.dataset.view === 'status') history.replaceState(null, '', '/#spot');
  location.replace('#');
});

// On main, since React renders new forms. Captured, since React's listener reads the hidden fields.
main.addEventListener('input', keepTyped, { capture: true });
main.addEventListener('submit', fillHiddenFields, { capture: true });

restoreTyped();
keepLink();
if (read(FACES)) showFaces();
addEventListener('load', () => requestAnimationFrame(() => setTimeout(showFaces, 200)));
document.querySelector('.join')?.addEventListener('focusin', showFaces, { once: true });
skipMotion();
showView();
