// Inlined into the page, right behind the line it fills and the sticker it shows: there before the
// first paint, so that nothing shifts.

import { forget, recall } from '../client/remembered.ts';
import { readReferralCode } from '../shared/referral.ts';

const cover = document.getElementById('join') as HTMLElement;
const line = document.getElementById('line') as HTMLElement;
const [link, notYou] = line.children as unknown as [HTMLAnchorElement, HTMLElement];
const named = link.textContent;

/** Greets who joined in this browser, else whoever comes through a friend's link. */
function show() {
  const spot = recall();
  const invited = !spot && readReferralCode(location.search);
  cover.toggleAttribute('data-invited', Boolean(invited));
  cover.toggleAttribute('data-returning', Boolean(spot));
  if (!spot) return;
  link.href = `#spot=${spot.spot}`;
  link.textContent = spot.firstName
    ? named.replace('{firstName}', () => spot.firstName)
    : (link.dataset.unnamed ?? '');
}

link.onclick = () => {
  // Already there, since its script did not come: only a new page asks for it again.
  if (link.hash === location.hash) location.reload();
};
notYou.onclick = () => {
  forget();
  show();
  document.querySelector<HTMLElement>('.hero')?.focus();
};
// Back from the spot or the form; back from another page; "Not you?" in another tab.
for (const moment of ['hashchange', 'popstate', 'pageshow', 'storage']) {
  addEventListener(moment, show);
}
show();
