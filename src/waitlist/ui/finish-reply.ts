// Inlined in the response pages after a signup or leaving without React. The policy hashes this script before the
// placeholders are filled, so it reads them from attributes.

import { forgetMember, readMember, setMemberUrl } from '../client/member.ts';
import { forgetSignup } from '../client/signup-fields.ts';
import { replaceHistory } from '../client/storage.ts';
import { toStatusKey } from '../shared/status-link.ts';
import { copyText } from './copy-text.ts';

const { firstName = '', referralCode = '', statusToken = '', ...shown } = document.body.dataset;
const { copied = '', refused = '' } = shown;
const statusKey = toStatusKey(referralCode, statusToken);
const position = Number(shown.position?.replace(/\D/g, '')) || undefined;
// In WebKit, a reload would post the form to the new URL, where nothing takes it.
if (navigator.vendor.startsWith('Apple')) history.replaceState = () => {};
// Either way the page gets a URL of its own: a reload, or going back to it, would post the form again.
if (statusKey) {
  forgetSignup();
  setMemberUrl(referralCode, { statusKey, firstName, position });
} else {
  // This browser may remember another member than the one who left.
  if (readMember()?.statusKey.referralCode === referralCode) forgetMember();
  // With `/` as its URL, the link to `/#join` would only change the hash.
  replaceHistory({}, '/?');
}

const field = document.querySelector<HTMLInputElement>('.referral-link input');
const button = document.querySelector<HTMLButtonElement>('.referral-link button');
if (field && button) {
  button.hidden = false;
  button.onclick = () => copyText(field, button, { copied, refused });
}
