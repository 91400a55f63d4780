import { expect, test } from 'vitest';
import { namesOf } from '../../src/site/names.ts';
import { fill } from '../../src/waitlist/shared/fill.ts';
import { words } from '../support/words.ts';

const { about, landing, notFound, signup, site } = words;
const { form, confirmation } = signup;

/** What the project's user wants to read exactly so, with the names of today. */
const FIXED = {
  'About {lab}': site.aboutLink,
  'Back to Home': site.homeLink,
  'click here for early access': landing.hint,
  "You're in line, {firstName}. See your spot": landing.inLine,
  'Not you?': landing.notYou,
  'A friend saved you a spot': landing.friend,
  'Back to home': signup.back,
  'Join the waitlist': form.title,
  'First name': form.firstName,
  'Last name': form.lastName,
  'Phone number': form.phone,
  'Join the Waitlist': form.button,
  '{product} is saving your spot...': form.sending,
  'Invite your friends to move up the list': confirmation.title,
  "You're in line, {firstName}!": confirmation.greeting,
  "You're at position #{position}": confirmation.position,
  'Referral link copied!': confirmation.copied,
  'Share via Text': confirmation.share,
  'Text it to myself': confirmation.shareWithMe,
  'More ways to share': confirmation.shareMore,
  '{friends} friends joined through your link': confirmation.friends,
  'Take me off the list': signup.leave.open,
  'WELCOME_TO_{LAB}': about.heading,
  'we are': about.boxes[0]?.label,
  'our bread & butter': about.boxes[1]?.label,
  'our why': about.boxes[2]?.label,
  'Oops! Page not found': notFound.heading,
  'Return to Home': notFound.link,
};

// Set where all of the content was edited at once, by tests/support/edit-content.ts.
test.skipIf(process.env.EDITED_CONTENT)('what the user of this project fixed is as it was', () => {
  for (const [fixed, today] of Object.entries(FIXED)) {
    const says = `“${fixed}” was fixed by the project's user. If the user agrees to the new sentence, change it in tests/unit/fixed-sentences.test.ts, too`;
    expect.soft(today, says).toBe(fill(fixed, namesOf(site)));
  }
});
