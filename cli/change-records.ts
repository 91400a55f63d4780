import { type Waitlist, waitlistScript } from '../netlify/queue/script.ts';
import type { RankedMember } from './members.ts';
import { jsonPages } from './pages.ts';
import { BadInput } from './session.ts';

/**
 * Changes records that are still as read, each together with the index of its phone.
 *
 * ARGV  changes as JSON: {code, seen, record}, with {oldPhone, newPhone} if the phone changes
 *
 * Replies: {'changed', for each 1 if the record is the new one, also if a request sent before wrote it}
 */
const CHANGE_RECORDS = `
local done = {}
for i, change in ipairs(cjson.decode(ARGV[FIRST_ARG])) do
  local code, oldPhone, newPhone = change.code, change.oldPhone, change.newPhone
  local owner = newPhone and redis.call('HGET', phones, newPhone) or code
  if redis.call('HGET', members, code) == change.seen and owner == code then
    if newPhone then redis.call('HSET', phones, newPhone, code) end
    redis.call('HSET', members, code, change.record)
    if newPhone and redis.call('HGET', phones, oldPhone) == code then redis.call('HDEL', phones, oldPhone) end
    addEvent('updated', code)
  end
  done[i] = redis.call('HGET', members, code) == change.record and 1 or 0
end
return {'changed', done}
`;

const script = waitlistScript<['changed', done: number[]]>(CHANGE_RECORDS, { changed: 1 });

/**
 * Sets fields in each member's record (undefined removes one), unless the record has changed since it was read, or
 * another member has the new phone. Throws BadInput with the codes of those left as they are.
 */
export async function changeRecords(
  waitlist: Waitlist,
  members: RankedMember[],
  fields: Record<string, string | undefined>,
): Promise<void> {
  const changes = members.map(({ code, record, member }) => ({
    code,
    seen: record,
    record: JSON.stringify({ ...JSON.parse(record ?? '{}'), ...fields }),
    ...(fields.phone &&
      fields.phone !== member.phone && { oldPhone: member.phone, newPhone: fields.phone }),
  }));
  const done: number[] = [];
  for (const page of jsonPages(changes)) done.push(...(await script(waitlist, [page]))[1]);
  const codes = members.filter((_, i) => !done[i]).map(({ code }) => code);
  if (!codes.length) return;
  // A record that isn't UTF-8 never matches what was read.
  const next = 'Run it again; if that fails too, run verify.';
  const rest = members.length > codes.length ? ' All others are done.' : '';
  throw new BadInput(
    `These records have changed in the meantime: ${codes.join(', ')}.${rest} ${next}`,
  );
}
