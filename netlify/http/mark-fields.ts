import { readText } from '../../src/waitlist/shared/contract.ts';
import type { Outcome } from './outcome.ts';

/**
 * The form's page with the fields marked that its error is about, the focus in the first, and the box
 * ticked again, unless the text beside it has changed.
 */
export function markFields(page: string, outcome: Outcome): string {
  const consent = readText(outcome.sent, 'consent');
  const ticked = page.replace(`name="consent" value="${consent}"`, '$& checked');
  const fields = outcome.name === 'phone_registered' ? ['phone'] : (outcome.fields ?? []);
  return fields.reduce((html, field, i) => {
    const focus = i === 0 ? ' autofocus' : '';
    const marks = `aria-invalid="true" aria-describedby="message"${focus}`;
    return html.replace(`name="${field}"`, `$& ${marks}`);
  }, ticked);
}
