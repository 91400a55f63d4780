import { FIELDS, type Field, parseSignup } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import type { Change } from '../compare-and-set.ts';
import { editRecords } from '../edit-records.ts';
import { BadInput } from '../errors.ts';
import { getMember } from '../find-member.ts';
import { fullName, maskedPhone, splitCamelCase } from '../format.ts';
import { confirm, type Session } from '../session.ts';

export async function correct(
  session: Session,
  input: string,
  corrections: Partial<Record<Field, string>>,
): Promise<void> {
  if (!Object.keys(corrections).length) {
    throw new BadInput('Say what to correct, such as --phone 5551234567.');
  }
  const found = await getMember(session, input);
  const { code, member } = found;
  const parsed = parseSignup({ ...member, ...corrections });
  if (!parsed.ok) throw new BadInput(`${ERRORS[parsed.code]}.`);
  const { phone } = parsed.value;
  const changed = FIELDS.filter((field) => member[field] !== parsed.value[field]);
  if (!changed.length) return console.log('The record already says that.');
  const [was, is] = [member, { ...member, ...parsed.value }].map(
    (each) => `${fullName(each)}, ${maskedPhone(each.phone)}`,
  );
  await confirm(session, `${code} is ${was}. Make it ${is}`);
  const owner = (await session.redis.hget<string>(session.keys.phones, phone)) ?? null;
  if (owner && owner !== code) throw new BadInput('Another member has this phone number.');
  const changes: Change[] = [{ where: 'phones', field: phone, seen: owner, due: code }];
  if (member.phone !== phone) {
    changes.push({ where: 'phones', field: member.phone, seen: code, due: null });
  }
  await editRecords(session, [{ found, fields: parsed.value, changes }]);
  const what = changed.map((field) => splitCamelCase(field, ' '));
  console.log(`${code} is now ${is}: changed the ${what.join(' and the ')}.`);
}
