import { type Waitlist, waitlistScript } from '../netlify/queue/script.ts';
import type { RankedMember } from './members.ts';
import { jsonPages } from './pages.ts';
import { BadInput } from './session.ts';

/**
 * Changes records that are still as read, each together with the index of its phone.
 *
 * ARGV  changes as JSON: [code, record as read, new record]
 *
 * Replies: {'changed', codes whose record isn't the new one}; a request sent before may have written it
 */
const CHANGE_RECORDS = `
local left = {}
for _, change in ipairs(cjson.decode(ARGV[FIRST_ARG])) do
  local code, seen, record = unpack(change)
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

const script = waitlistScript<['changed', left: string[]]>(CHANGE_RECORDS, { changed: 1 });

/**
 * Sets fields in each member's record (undefined removes one), unless the record has changed since it was read, or
 * another member has the new phone. Throws BadInput with the codes of those left as they are.
 */
export async function changeRecords(
  waitlist: Waitlist,
  members: RankedMember[],
  fields: Record<string, string | undefined>,
): Promise<void> {
  const changes = members.map(({ code, record }) => {
    return [code, record, JSON.stringify({ ...JSON.parse(record ?? '{}'), ...fields })];
  });
  const left: string[] = [];
  for (const page of jsonPages(changes)) left.push(...(await script(waitlist, [page]))[1]);
  if (!left.length) return;
  const rest = members.length > left.length ? ' All others are done.' : '';
  // Bytes that aren't UTF-8 never match what was read.
  const next = 'Run it again; a record that is never changed is damaged: `remove CODE` erases it.';
  throw new BadInput(
    `These records have changed in the meantime: ${left.join(', ')}.${rest} ${next}`,
  );
}
