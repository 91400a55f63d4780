import { expect, test, vi } from 'vitest';
import { readAttribution, saveAttribution } from '../../src/waitlist/client/attribution.ts';
import { readMember } from '../../src/waitlist/client/member.ts';
import { readIdempotencyKey } from '../../src/waitlist/client/signup-fields.ts';
import { read, save } from '../../src/waitlist/client/storage.ts';

// As in a browser that refuses one storage, and whose other one is full, with an older member in it.
const full = new Map([['member', 'old']]);
const getItem = full.get.bind(full);
vi.stubGlobal('sessionStorage', { getItem, removeItem: full.delete.bind(full) });
vi.stubGlobal('window', { visit: { memory: new Map() } });

const DAY_MS = 24 * 60 * 60 * 1000;

const statusKey = { referralCode: 'Xpwq64k2m7', statusToken: 'abcDEF1234' };
const member = { statusKey, firstName: '', position: 7 };

test('a stored member is read, and what another program stored is nobody', () => {
  const admitted = { ...member, position: null };
  const readBack = (text: string) => {
    save('member', text);
    return readMember();
  };
  for (const ours of [member, admitted]) expect(readBack(JSON.stringify(ours))).toEqual(ours);
  const wrongKey = { ...statusKey, statusToken: 1 };
  const wrong = [{ firstName: 7 }, { position: 0 }, { statusKey: wrongKey }];
  const others = [true, null, [], ...wrong.map((fields) => ({ ...member, ...fields }))];
  for (const text of ['', 'Ana', ...others.map((other) => JSON.stringify(other))])
    expect(readBack(text), text).toBeUndefined();
});

test('a stored idempotency key stays, unless the function would refuse it', () => {
  for (const other of ['', 'true', '{"id":"a-key-of_21-letters-x"}']) {
    save('idempotency-key', other);
    const key = readIdempotencyKey();
    expect(key).toMatch(/^[\w-]{16,64}$/);
    expect(readIdempotencyKey()).toBe(key);
  }
});

test('an opened link is kept for 30 days, and a campaign replaces no referrer', () => {
  vi.useFakeTimers();
  const opened = (search: string) => {
    saveAttribution(search);
    const { referredBy, source } = readAttribution();
    return [referredBy, source];
  };
  expect(opened('')).toEqual([undefined, undefined]);
  expect(opened('?ref=SUMMER&from=ig')).toEqual(['SUMMER', 'ig']);
  expect(opened('?ref=Xpwq64k2m7&from=ig')).toEqual(['Xpwq64k2m7', 'ig']);
  vi.advanceTimersByTime(29 * DAY_MS);
  expect(opened('?utm_source=tiktok&utm_campaign=launch')).toEqual(['Xpwq64k2m7', 'tiktok/launch']);
  expect(opened('?ref=LAUNCHWEEK')).toEqual(['Xpwq64k2m7', '']);
  vi.advanceTimersByTime(DAY_MS);
  expect(readAttribution()).toEqual({});
  expect(read('attribution')).toBe('');
  for (const code of ['Xpwq64k2m7', 'Xpwq54k2m7'])
    expect(opened(`?ref=${code}`)).toEqual([code, '']);
});
