import { expect, test, vi } from 'vitest';
import { parseMember } from '../../src/waitlist/client/member.ts';
import { readIdempotencyKey } from '../../src/waitlist/client/signup-fields.ts';
import { save } from '../../src/waitlist/client/storage.ts';

// As in a browser whose storages refuse everything.
vi.stubGlobal('window', { visit: { memory: new Map() } });

const statusKey = { referralCode: 'Xpwq64k2m7', statusToken: 'abcDEF1234' };
const member = { statusKey, firstName: '', position: 7 };

test('a stored member is read, and what another program stored is nobody', () => {
  const { position: _, ...admitted } = member;
  for (const ours of [member, admitted]) expect(parseMember(JSON.stringify(ours))).toEqual(ours);
  const wrongKey = { ...statusKey, statusToken: 1 };
  const wrong = [{ firstName: 7 }, { position: 0 }, { statusKey: wrongKey }, { statusKey: 5 }];
  const others = [true, null, [], ...wrong.map((fields) => ({ ...member, ...fields }))];
  for (const other of others)
    expect(parseMember(JSON.stringify(other)), JSON.stringify(other)).toBeUndefined();
  for (const text of ['', 'Ana', undefined]) expect(parseMember(text)).toBeUndefined();
});

test('a stored idempotency key stays, unless the function would refuse it', () => {
  for (const other of ['', 'true', '{"id":"a-key-of_21-letters-x"}']) {
    save('idempotency-key', other);
    const key = readIdempotencyKey();
    expect(key).toMatch(/^[\w-]{16,64}$/);
    expect(readIdempotencyKey()).toBe(key);
  }
});
