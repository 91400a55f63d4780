// Inlined at the end of main, so that what this browser keeps is there before the first paint. This
// script alone listens to the address: attributes of main and `viewchange` say what it asks for.

import { currentLink, startVisit, watchForm } from '../client/pending-signup.ts';
import { forget, recall } from '../client/remembered.ts';
import { statusKeyInAddress } from '../shared/status-link.ts';

const main = document.getElementById('join') as HTMLElement;
const line = document.getElementById('line') as HTMLElement;
const [link, notYou] = line.children as unknown as [HTMLAnchorElement, HTMLElement];
const named = link.textContent;

function showVisitor() {
  const member = recall();
  main.toggleAttribute('data-returning', Boolean(member));
  main.toggleAttribute('data-invited', !member && currentLink().referralCode !== '');
  if (!member) return;
  link.href = `#spot=${member.keyText}`;
  link.textContent = member.firstName
    ? named.replace('{firstName}', () => member.firstName)
    : (link.dataset.unnamed ?? '');
}

function showView() {
  showVisitor();
  const statusKey = statusKeyInAddress(location, recall()?.keyText);
  const isForm = location.hash === '#join';
  main.dataset.view = statusKey === undefined ? (isForm ? 'form' : 'first') : 'status';
  main.dataset.statusKey = statusKey ?? '';
  main.dispatchEvent(new Event('viewchange'));
}

link.onclick = () => {
  // The address stays where the script did not come: only a new page requests it again.
  if (link.hash === location.hash) location.reload();
};
notYou.onclick = () => {
  forget();
  showVisitor();
  document.querySelector<HTMLElement>('.hero')?.focus();
};
// WebKit fires popstate alone for a step back to another ?ref.
for (const moment of ['hashchange', 'popstate']) addEventListener(moment, showView);
// pageshow: back from another page; storage: "Not you?" in another tab.
for (const moment of ['pageshow', 'storage']) addEventListener(moment, showVisitor);

const form = document.querySelector('form.paper') as HTMLFormElement;
startVisit(form);
watchForm(form);
showView();
