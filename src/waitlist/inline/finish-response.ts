// Inlined in a member's response pages. The policy hashes this script before the placeholders are filled, so it reads
// them from attributes.

import { saveMember } from '../client/member.ts';
import { forgetSignup } from '../client/signup-fields.ts';
import { replaceHistory } from '../client/storage.ts';
import { statusHash, toStatusKey } from '../shared/links.ts';
import { copyText } from '../ui/sharing.ts';

const { firstName = '', referralCode = '', statusToken = '', ...shown } = document.body.dataset;
const statusKey = toStatusKey(referralCode, statusToken);
const position = Number(shown.position?.replace(/\D/g, '')) || null;
// CSS hides it, but it has the same buttons.
document.querySelector(position ? '.if-admitted' : '.if-waiting')?.remove();
if (statusKey) {
  forgetSignup();
  saveMember({ statusKey, firstName, position });
  // The page on which a member can do more than here.
  const page = document.querySelector('.confirmation > a[hidden]') as HTMLAnchorElement;
  page.href = `/${statusHash(statusKey)}`;
  page.hidden = false;
}
// In Chrome, this drops the posted form from the history, so that going back here leads home instead of posting again.
replaceHistory({});

const button = document.querySelector('.referral-link button') as HTMLButtonElement;
button.hidden = false;
button.onclick = () => copyText(button);
