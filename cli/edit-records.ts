import { type Change, compareAndSet } from './compare-and-set.ts';
import { BadInput } from './errors.ts';
import type { RankedMember } from './find-member.ts';
import type { FullWaitlist } from './members.ts';

interface Edit {
  found: RankedMember;
  /** What to set in the record; undefined removes a field. */
  fields: object;
  /** What to change at the same time. */
  changes?: Change[];
}

/** Applies each edit unless its record has changed since it was read; throws BadInput with their codes. */
export async function editRecords(waitlist: FullWaitlist, edits: Edit[]): Promise<void> {
  const groups = edits.map(({ found: { code, record }, fields, changes = [] }): Change[] => {
    const expected = JSON.stringify({ ...JSON.parse(record ?? '{}'), ...fields });
    return [{ where: 'members', field: code, seen: record, expected }, ...changes];
  });
  const done = await compareAndSet(waitlist, groups);
  const codes = edits.filter((_, i) => !done[i]).map(({ found }) => found.code);
  if (!codes.length) return;
  // A record that isn't UTF-8 never matches what was read.
  const next = 'Run it again; if that fails too, run verify.';
  const others = edits.length > codes.length ? ' All others are done.' : '';
  throw new BadInput(
    `These records have changed in the meantime: ${codes.join(', ')}.${others} ${next}`,
  );
}
