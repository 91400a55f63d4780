import { FIELDS, type Field, parseSignup } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { parseWrittenPhone } from '../../src/waitlist/shared/phone.ts';
import { changeRecords } from '../change-records.ts';
import { getMember } from '../find-member.ts';
import { fullName, sanitizeForTerminal, splitCamelCase } from '../format.ts';
import { BadInput, confirm, type Session } from '../session.ts';

type Corrections = Partial<Record<Field, string>>;

export async function correct(session: Session, input: string, corrections: Corrections) {
  if (!Object.keys(corrections).length) {
    throw new BadInput('Specify what to correct, such as --phone 5551234567.');
  }
  const found = await getMember(session, input);
  const { code, member } = found;
  const parsed = parseSignup({ ...member, ...corrections }, parseWrittenPhone);
  if (!parsed.ok) throw new BadInput(`${ERRORS[parsed.code]}.`);
  const { phone, firstName, lastName } = parsed.value;
  const corrected = FIELDS.filter((field) => member[field] !== parsed.value[field]);
  if (!corrected.length) return console.log('Nothing to change.');
  const what = corrected.map((field) => {
    const [was, is] = [member[field], parsed.value[field]].map(sanitizeForTerminal);
    return `${splitCamelCase(field, ' ')} from ${was} to ${is}`;
  });
  const owner = await session.redis.hget<string>(session.keys.phones, phone);
  if (owner && owner !== code) throw new BadInput('Another member has this phone number.');
  const correction = `${fullName(member)} (${code}): ${what.join(', ')}`;
  await confirm(session, `Correct ${correction}`, 1);
  await changeRecords(session, [found], { phone, firstName, lastName });
  console.log(`Corrected ${correction}.`);
}
