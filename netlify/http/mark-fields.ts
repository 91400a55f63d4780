import { type Field, parseSignup } from '../../src/waitlist/shared/contract.ts';
import type { Outcome } from './outcome.ts';

/**
 * The form's page with the fields marked that its error is about, the focus in the first, and the box
 * ticked again, unless the text beside it has changed.
 */
export function markFields(page: string, outcome: Outcome): string {
  const { consent }: Record<string, unknown> = Object(outcome.sent);
  const isText = typeof consent === 'string';
  const ticked = isText ? page.replace(`name="consent" value="${consent}"`, '$& checked') : page;
  return brokenFields(outcome).reduce((html, field, i) => {
    const focus = i === 0 ? ' autofocus' : '';
    const marks = `aria-invalid="true" aria-describedby="message"${focus}`;
    return html.replace(`name="${field}"`, `$& ${marks}`);
  }, ticked);
}

function brokenFields({ name, sent }: Outcome): Field[] {
  if (name === 'phone_registered') return ['phone'];
  const parsed = parseSignup(sent);
  return !parsed.ok && parsed.code === name ? parsed.fields : [];
}
