import { timeOf } from '../../netlify/queue/record.ts';
import { waitlistScript } from '../../netlify/queue/script.ts';
import { FIELDS, type Field, parseSignup } from '../../src/waitlist/shared/contract.ts';
import { ERRORS } from '../../src/waitlist/shared/messages.ts';
import { parseWrittenPhone } from '../../src/waitlist/shared/phone.ts';
import { scriptBatches } from '../batches.ts';
import { findRecords, getMember } from '../find-member.ts';
import { formatMembers, fullName, sanitizeForTerminal, splitCamelCase } from '../format.ts';
import { type RankedMember, requireReadable } from '../members.ts';
import { BadInput, confirm, type Session } from '../session.ts';

/**
 * Changes records that are still as read, each with the index of its phone; a new phone must be nobody else's.
 * Returns the codes whose record isn't the new one; a request sent before may have written it.
 */
const CHANGE_RECORDS = `
local left = {}
for i, code in ipairs(args.codes) do
  local seen, record = args.seen[i], args.records[i]
  local oldPhone, newPhone = cjson.decode(seen).phone, cjson.decode(record).phone
  local hasNewPhone = newPhone ~= oldPhone
  local owner = hasNewPhone and redis.call('HGET', phones, newPhone) or code
  if redis.call('HGET', members, code) == seen and owner == code then
    if hasNewPhone then redis.call('HSET', phones, newPhone, code) end
    redis.call('HSET', members, code, record)
    if hasNewPhone and redis.call('HGET', phones, oldPhone) == code then redis.call('HDEL', phones, oldPhone) end
    addEvent('updated', code)
  end
  if redis.call('HGET', members, code) ~= record then left[#left + 1] = code end
end
return {'changed', left}
`;

type ChangeArgs = { codes: string[]; seen: string[]; records: string[] };
type Changed = ['changed', left: string[]];
const changeScript = waitlistScript<ChangeArgs, Changed>(CHANGE_RECORDS, { changed: 1 });

async function changeRecords(session: Session, members: RankedMember[], fields: object) {
  const changes = members.map(({ code, record }) => {
    const seen = record ?? '{}';
    return { code, seen, record: JSON.stringify({ ...JSON.parse(seen), ...fields }) };
  });
  const left: string[] = [];
  for (const batch of scriptBatches(changes)) {
    const [, some] = await changeScript(session, {
      codes: batch.map(({ code }) => code),
      seen: batch.map(({ seen }) => seen),
      records: batch.map(({ record }) => record),
    });
    left.push(...some);
  }
  if (!left.length) return;
  const rest = members.length > left.length ? ' All others are done.' : '';
  // Bytes that aren't UTF-8 never match what was read.
  const next = 'Run it again; a record that is never changed is damaged: `remove CODE` erases it.';
  throw new BadInput(
    `Not done, since their records have changed: ${left.join(', ')}.${rest} ${next}`,
  );
}

type Corrections = Partial<Record<Field, string>>;

export async function correct(session: Session, input: string, corrections: Corrections) {
  if (!Object.keys(corrections).length) {
    throw new BadInput('Specify what to correct, such as --phone 5551234567.');
  }
  const found = await getMember(session, input);
  const { code, member } = found;
  const parsed = parseSignup({ ...member, ...corrections }, parseWrittenPhone);
  if (!parsed.ok) throw new BadInput(`${ERRORS[parsed.code]}.`);
  const corrected = FIELDS.filter((field) => member[field] !== parsed.value[field]);
  if (!corrected.length) return console.log('Nothing to change.');
  const what = corrected.map((field) => {
    const [was, is] = [member[field], parsed.value[field]].map(sanitizeForTerminal);
    return `${splitCamelCase(field, ' ')} from ${was} to ${is}`;
  });
  const owner = await session.redis.hget<string>(session.keys.phones, parsed.value.phone);
  if (owner && owner !== code)
    throw new BadInput(`Another member has this phone number: ${owner}.`);
  const correction = `${fullName(member)} (${code}): ${what.join(', ')}`;
  await confirm(session, `Correct ${correction}`, 1);
  const fields = Object.fromEntries(corrected.map((field) => [field, parsed.value[field]]));
  await changeRecords(session, [found], fields);
  console.log(`Corrected ${correction}.`);
}

export async function optOut(session: Session, input: string, { undo }: { undo?: boolean }) {
  const { records, fileNote } = await findRecords(session, input, { lenient: true });
  const members = requireReadable(records);
  const affected = members.filter(({ member }) => Boolean(member.optedOutAt) === Boolean(undo));
  const others = members.length - affected.length;
  if (others) console.log(`${formatMembers(others)} ${undo ? "hadn't" : 'had already'} opted out.`);
  if (!affected.length) return console.log('Nothing to change.');
  const whom = formatMembers(affected.length);
  const act = `${undo ? 'Undo the opt-out of' : 'Stop texting'} ${whom}${fileNote}`;
  await confirm(session, act, affected.length);
  await changeRecords(session, affected, { optedOutAt: undo ? undefined : timeOf(Date.now()) });
  console.log(undo ? `Undid the opt-out of ${whom}.` : `${whom} opted out of texts.`);
}
