// Inlined at the end of main, so that the first paint shows the URL's view and what this browser remembers:
// docs/decisions/one-visit.md.

import { hasReferrer } from '../client/attribution.ts';
import { forgetMember, removeQuery } from '../client/member.ts';
import { send } from '../client/send.ts';
import { fillHiddenFields, restoreFormFields, saveFormFields } from '../client/signup-fields.ts';
import { read, save } from '../client/storage.ts';
import { createVisit } from '../client/visit.ts';
import { STATUS_PATH } from '../shared/contract.ts';
import { type StatusKey, statusHash } from '../shared/links.ts';

const { body } = document;
const hero = document.querySelector('.hero') as HTMLElement;
const returningLink = document.querySelector('.returning-member a') as HTMLAnchorElement;
const notYou = document.querySelector('.returning-member button') as HTMLButtonElement;

const island = document.querySelector('astro-island') as HTMLElement;
/** Shown in place of the island until React draws a status, or if that can't be loaded. */
const standIn = document.querySelector('#stand-in') as HTMLElement;
const [finding, problem] = [...standIn.querySelectorAll('section')] as [HTMLElement, HTMLElement];
const again = standIn.querySelector('button') as HTMLButtonElement;

/** Without toast.ts, whose bytes would delay the first paint. */
function sayOffline(): void {
  const message = document.createElement('span');
  message.textContent = standIn.dataset.offline ?? '';
  document.querySelector('.toast')?.replaceChildren(message);
  setTimeout(() => message.remove(), 6_000);
}

const visit = createVisit();

const afterPaint = (run: () => void, ms = 0) => requestAnimationFrame(() => setTimeout(run, ms));

const FONTS_LOADED = 'fonts-loaded';

/** Switches to our own fonts, which would delay the first paint if they aren't cached. */
function showWebFonts(): void {
  // Page.astro keeps their styles in it until now.
  const styles = document.querySelector('noscript');
  if (styles) styles.outerHTML = styles.textContent;
  document.fonts.ready.then(() => save(FONTS_LOADED, 'yes'));
}

function paint() {
  const { isOpen, sheet, member, react } = visit.state;
  const { kind, status, statusKey } = sheet;
  const isMissing = react === 'missing' || status === 'unreachable';
  // The form works without React.
  const isAwaited = kind === 'status' && (isMissing || !status || react !== 'drawing');
  const isProblem = isAwaited ? isMissing : typeof status === 'string';
  const view = isProblem ? 'problem' : kind;
  if (body.dataset.view !== (isOpen ? view : undefined)) afterPaint(finishView);
  if (isOpen) body.dataset.view = view;
  else delete body.dataset.view;
  // A longer name would push the pitch off a phone.
  const name = member && member.firstName.length < 11 ? member.firstName : '';
  // Under an open sheet, the line for a returning member would change the picture's size.
  if (!isOpen && member)
    body.dataset.returning = !member.position ? 'admitted' : name ? 'named' : 'unnamed';
  else if (!isOpen) delete body.dataset.returning;
  body.toggleAttribute('data-invited', !member && hasReferrer());
  returningLink.querySelector('bdi')?.replaceChildren(name);
  returningLink.href = member ? statusHash(member.statusKey) : '#join';
  island.toggleAttribute('data-off', isAwaited);
  standIn.toggleAttribute('data-off', !isAwaited);
  finding.hidden = isMissing;
  problem.hidden = !isMissing;
  requestStatus(isOpen && !isMissing ? statusKey : undefined);
}

/** Requests a status as soon as it opens, unless React is there to do so: it takes the response. */
function requestStatus(statusKey: StatusKey | undefined) {
  if (visit.request?.statusToken === statusKey?.statusToken) return;
  visit.request?.controller.abort();
  const isWanted = statusKey && island.hasAttribute('ssr') && !document.hidden;
  visit.request = isWanted ? { ...send(STATUS_PATH, statusKey), ...statusKey } : undefined;
}

/** What the visitor has focused keeps the focus, such as a field, or a heading that React has drawn. */
function finishView() {
  if (!body.dataset.view) return hero.focus({ preventScroll: true });
  showWebFonts();
  const heading = '.join > :not([data-off]) section:not([hidden]) h2';
  if (!document.activeElement?.matches('header *, section:not([hidden]) *'))
    document.querySelector<HTMLElement>(heading)?.focus({ preventScroll: true });
}

/** Turns transitions off for two frames, so that an open view doesn't move. */
function skipMotion() {
  body.toggleAttribute('data-motion', false);
  requestAnimationFrame(() => afterPaint(() => body.toggleAttribute('data-motion', true)));
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

// Offline, a reload would throw the page away.
again.onclick = () => (navigator.onLine ? location.reload() : sayOffline());
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
  if (body.dataset.view !== 'form') removeQuery();
  location.replace('#');
});

/** Offline and before React has loaded, a posted form would end on the browser's own page, without what was typed. */
function stopOffline(event: Event) {
  if (navigator.onLine || !island.hasAttribute('ssr')) return;
  event.preventDefault();
  sayOffline();
}

// On body, since React replaces the form: after React has formatted the phone, before it reads the hidden fields.
// Form fillers may fire only `change`.
for (const type of ['input', 'change']) body.addEventListener(type, saveFormFields);
body.addEventListener('submit', fillHiddenFields, true);
// A browser may be wrong about being offline, so the second press posts.
body.addEventListener('submit', stopOffline, { once: true });

if (read(FONTS_LOADED)) showWebFonts();
addEventListener('load', () => afterPaint(showWebFonts, 200));
skipMotion();
addEventListener('visit', paint);
visit.open();
paint();
