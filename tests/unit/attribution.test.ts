import { expect, test, vi } from 'vitest';
import { readAttribution, saveAttribution } from '../../src/waitlist/client/attribution.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('an opened link is kept for 30 days, and a campaign replaces no referrer', () => {
  vi.useFakeTimers();
  const opened = (search: string) => {
    saveAttribution(search);
    const { referralCode, source } = readAttribution();
    return [referralCode, source];
  };
  expect(opened('')).toEqual([undefined, undefined]);
  expect(opened('?ref=SUMMER&from=ig')).toEqual(['SUMMER', 'ig']);
  expect(opened('?ref=Xpwq6abDE1&from=ig')).toEqual(['Xpwq6abDE1', 'ig']);
  vi.advanceTimersByTime(29 * DAY_MS);
  expect(opened('?utm_source=tiktok&utm_campaign=launch')).toEqual(['Xpwq6abDE1', 'tiktok/launch']);
  expect(opened('?ref=WINTER')).toEqual(['Xpwq6abDE1', '']);
  vi.advanceTimersByTime(DAY_MS);
  expect(readAttribution()).toEqual({});
  for (const code of ['Xpwq6abDE1', 'Xpwq5abDE1']) {
    expect(opened(`?ref=${code}`)).toEqual([code, '']);
  }
});
