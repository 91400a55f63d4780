// Inlined at the end of main, so that the first paint shows the URL's view and what this browser remembers:
// docs/decisions/one-visit.md.

import { hasReferrer } from '../client/attribution.ts';
import { forgetMember, removeQuery } from '../client/member.ts';
import { fillHiddenFields, restoreFormFields, saveFormFields } from '../client/signup-fields.ts';
import { read, save } from '../client/storage.ts';
import { createVisit } from '../client/visit.ts';
import { statusHash } from '../shared/links.ts';
import { showToast } from '../ui/toast.ts';

const { body } = document;
const hero = document.querySelector('.hero') as HTMLElement;
const returningLink = document.querySelector('.returning-member a') as HTMLAnchorElement;
const notYou = document.querySelector('.returning-member button') as HTMLButtonElement;

const island = document.querySelector('astro-island') as HTMLElement;
/** Shown in place of a status if React doesn't come. */
const missing = document.querySelector('#script-missing') as HTMLElement;
const { offline = '' } = missing.dataset;

const visit = createVisit();

const afterPaint = (action: () => void, ms = 0) =>
  requestAnimationFrame(() => setTimeout(action, ms));

const FONTS_LOADED = 'fonts-loaded';

/** Switches to our own fonts, which would delay the first paint if they aren't cached. */
function showWebFonts(): void {
  // Page.astro keeps their styles in it until now.
  const styles = document.querySelector('noscript');
  if (styles) styles.outerHTML = styles.textContent;
  document.fonts.ready.then(() => save(FONTS_LOADED, 'yes'));
}

function paint() {
  const { isOpen, sheet, member, isScriptMissing } = visit.state;
  const view = isOpen ? sheet.kind : 'landing';
  if (view !== (body.dataset.view ?? 'landing')) afterPaint(finishView);
  body.dataset.view = view;
  // Under an open sheet, the line for a returning member would change the picture's size.
  if (!isOpen && member)
    body.dataset.returning = !member.position ? 'admitted' : member.firstName ? 'named' : 'unnamed';
  else if (!isOpen) delete body.dataset.returning;
  body.toggleAttribute('data-invited', !member && hasReferrer());
  returningLink.querySelector('bdi')?.replaceChildren(member?.firstName ?? '');
  returningLink.href = member ? statusHash(member.statusKey) : '#join';
  // The form works without React.
  island.hidden = isScriptMissing && sheet.kind === 'status';
  missing.hidden = !island.hidden;
  if (island.hidden && isOpen && !missing.matches(':focus-within'))
    missing.querySelector('h2')?.focus({ preventScroll: true });
}

/** React focuses the heading of a status. A field that the visitor is editing keeps the focus. */
function finishView() {
  const { view } = body.dataset;
  if (view === 'landing') hero.focus({ preventScroll: true });
  else showWebFonts();
  if (view === 'form' && !document.activeElement?.closest('.join'))
    document.querySelector<HTMLElement>('#view-title')?.focus({ preventScroll: true });
}

/** Turns transitions off for two frames, so that an open view doesn't move. */
function skipMotion() {
  const allowMotion = () => body.toggleAttribute('data-motion', true);
  body.toggleAttribute('data-motion', false);
  requestAnimationFrame(() => requestAnimationFrame(allowMotion));
}

// WebKit fires only popstate when going back changes the query.
for (const type of ['hashchange', 'popstate']) {
  addEventListener(type, (event: Event & { hasUAVisualTransition?: boolean }) => {
    // Some browsers animate going back themselves.
    if (event.hasUAVisualTransition) skipMotion();
    visit.open();
  });
}

addEventListener('storage', () => visit.update());
// Back from another page.
addEventListener('pageshow', () => {
  restoreFormFields();
  visit.update();
});

(missing.querySelector('button') as HTMLButtonElement).onclick = () => {
  // Offline, a reload would throw the page away.
  if (navigator.onLine) location.reload();
  else showToast(offline);
};
notYou.onclick = () => {
  forgetMember();
  visit.update({ sheet: { kind: 'form' } });
  hero.focus();
};
// "Back to home" replaces this history entry, so that the back gesture doesn't reopen the view.
document.addEventListener('click', (event) => {
  if (!(event.target as Element).closest('a[href$="#"]')) return;
  event.preventDefault();
  // `#` would keep the query, which names the member. :target and our listeners need the hash to change.
  if (body.dataset.view === 'status') removeQuery();
  location.replace('#');
});

/** Offline and before React has loaded, a posted form would end on the browser's own page, without what was typed. */
function stopOffline(event: Event) {
  if (navigator.onLine || !island.hasAttribute('ssr')) return;
  // A browser may be wrong about being offline, so the second press posts.
  body.removeEventListener('submit', stopOffline);
  event.preventDefault();
  showToast(offline);
}

// On body, since React replaces the form: after React has formatted the phone, before it reads the hidden fields.
// Form fillers may fire only `change`.
for (const type of ['input', 'change']) body.addEventListener(type, saveFormFields);
body.addEventListener('submit', fillHiddenFields, true);
body.addEventListener('submit', stopOffline);

if (read(FONTS_LOADED)) showWebFonts();
addEventListener('load', () => afterPaint(showWebFonts, 200));
skipMotion();
addEventListener('visit', paint);
visit.open();
paint();
