import { KEYS } from '../../netlify/queue/keys.ts';
import { parseSignup, SIGNUP_ERRORS } from '../../src/waitlist/shared/contract.ts';
import { type Change, change } from '../change.ts';
import { confirm } from '../confirm.ts';
import { BadInput } from '../ending.ts';
import { findMember } from '../find-member.ts';
import type { Session } from '../main.ts';
import { fullName, maskedPhone } from '../show.ts';

/** What may be wrong in a record by a slip of hers or of a file. */
export interface Corrections {
  phone?: string;
  firstName?: string;
  lastName?: string;
}

/**
 * Corrects phone or names of the member with this code, link or phone, after asking; she keeps her
 * position, code and friends. The form's own rules apply: throws BadInput for what breaks one.
 */
export async function correct(session: Session, typed: string, given: Corrections): Promise<void> {
  const { redis, database } = session;
  if (!Object.keys(given).length) {
    throw new BadInput('Say what is right: --phone, --first-name or --last-name.');
  }
  const { code, record, member, owner: leadsTo } = await findMember(redis, typed);
  const parsed = parseSignup({ ...member, ...given });
  if (!parsed.ok) throw new BadInput(`${SIGNUP_ERRORS[parsed.code]}.`);
  const { phone, firstName, lastName } = parsed.value;
  const corrected = { phone, firstName, lastName };
  const [was, is] = [member, { ...member, ...corrected }].map(
    (each) => `${fullName(each)}, ${maskedPhone(each.phone)}`,
  );
  await confirm(session, `${code} is ${was}. Make her ${is} (${database})?`);
  const owner = await redis.hget<string>(KEYS.phones, phone);
  if (owner && owner !== code) {
    throw new BadInput('Somebody else on the list has this phone number.');
  }
  const changes: Change[] = [
    ['members', code, record, JSON.stringify({ ...JSON.parse(record ?? '{}'), ...corrected })],
    ['phones', phone, owner, code],
  ];
  if (member.phone !== phone && leadsTo === code)
    changes.push(['phones', member.phone, code, null]);
  if (!(await change(redis, changes))) {
    throw new BadInput('Her record has changed in this moment. Try again.');
  }
  console.log(`${code} is ${is} now.`);
}
