import { expect, test, vi } from 'vitest';
import { readAttribution, saveAttribution } from '../../src/waitlist/client/attribution.ts';

// As in a browser whose storages refuse everything.
vi.stubGlobal('window', { visit: { memory: new Map() } });

const DAY_MS = 24 * 60 * 60 * 1000;

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
  for (const code of ['Xpwq64k2m7', 'Xpwq54k2m7']) {
    expect(opened(`?ref=${code}`)).toEqual([code, '']);
  }
});
