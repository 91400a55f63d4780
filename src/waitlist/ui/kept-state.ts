// Inlined at the end of main, so that what this browser keeps is there before the first paint.

import { currentLink, startVisit, watchForm } from '../client/pending-signup.ts';
import { forget, recall } from '../client/remembered.ts';

const cover = document.getElementById('join') as HTMLElement;
const line = document.getElementById('line') as HTMLElement;
const [link, notYou] = line.children as unknown as [HTMLAnchorElement, HTMLElement];
const named = link.textContent;

function show() {
  const member = recall();
  cover.toggleAttribute('data-returning', Boolean(member));
  cover.toggleAttribute('data-invited', !member && currentLink().referralCode !== '');
  if (!member) return;
  link.href = `#spot=${member.keyText}`;
  link.textContent = member.firstName
    ? named.replace('{firstName}', () => member.firstName)
    : (link.dataset.unnamed ?? '');
}

link.onclick = () => {
  // The address stays where the script did not come: only a new page requests it again.
  if (link.hash === location.hash) location.reload();
};
notYou.onclick = () => {
  forget();
  show();
  document.querySelector<HTMLElement>('.hero')?.focus();
};
// pageshow: back from another page; storage: "Not you?" in another tab.
for (const moment of ['hashchange', 'popstate', 'pageshow', 'storage']) {
  addEventListener(moment, show);
}

const form = document.querySelector('form.paper') as HTMLFormElement;
startVisit(form);
watchForm(form);
show();
