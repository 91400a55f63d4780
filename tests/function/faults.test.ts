import { beforeAll, describe, expect, test, vi } from 'vitest';
import { coldCache, flushedDatabase, removedByHand } from '../../tools/bench/faults/by-hand.ts';
import type { Verdict } from '../../tools/bench/faults/crowd.ts';
import { dropAtBrowser, dropAtGateway } from '../../tools/bench/faults/drops.ts';
import { killUnderLoad } from '../../tools/bench/faults/kills.ts';
import {
  LONGEST_WAIT_MS,
  type OutageName,
  surviveOutage,
} from '../../tools/bench/faults/outages.ts';
import { SHORT } from '../../tools/bench/faults/scale.ts';
import { recordConsole } from '../support/call-function.ts';

// The scenarios of `npm run bench:faults`, small; signup-faults.test.ts has each fault in detail.
beforeAll(() => {
  recordConsole();
  vi.setConfig({ testTimeout: 60_000 }); // 12 s in all, and the machine may be busy.
});

/** Everybody who was told so is in line, once, and credited once. */
function expectSound(verdict: Verdict) {
  const { people, referrals } = verdict;
  expect(people).toBeGreaterThan(0);
  expect(verdict).toMatchObject({
    members: people,
    credits: referrals,
    falseSuccesses: 0,
    falselyRegistered: 0,
    problems: [],
  });
}

describe('nobody is lost, counted twice or told anything false', () => {
  test('when the answers of Redis get lost after its work', async () => {
    const dropped = await dropAtGateway(SHORT);
    expectSound(dropped);
    expect(dropped.dropped).toBeGreaterThanOrEqual(SHORT.drops);
  });

  test('when answers get lost on their way to the browser', async () => {
    const dropped = await dropAtBrowser(SHORT);
    expectSound(dropped);
    expect(dropped.dropped).toBeGreaterThanOrEqual(SHORT.drops);
  });

  test('when Redis is killed with -9 while people join', async () => {
    const killed = await killUnderLoad(SHORT);
    expectSound(killed);
    expect(killed.forgotten).toBe(0);
  });

  test('when Redis forgets its scripts', async () => {
    const cold = await coldCache(SHORT);
    expectSound(cold);
    expect(cold.noscript).toBeGreaterThan(0);
    expect(cold.outages).toBe(0);
  });

  test('whoever comes after the database was emptied is in line', async () => {
    expect(await flushedDatabase(SHORT)).toMatchObject({
      falseSuccesses: 0,
      falselyRegistered: 0,
      problems: [],
    });
  });
});

test.each<OutageName>([
  'refusing connections',
  'out of memory',
  'read-only',
  'answering garbage',
  'given a wrong token',
])('Redis %s: all of a crowd are told so, and the next press works', async (name) => {
  const survived = await surviveOutage(name, SHORT.clients);
  expect(survived).toMatchObject({
    members: SHORT.clients,
    otherAnswers: 0,
    failedAfter: 0,
    problems: [],
  });
  expect(survived.slowest).toBeLessThan(LONGEST_WAIT_MS);
});

describe('a member removed while her friends join', () => {
  test('comes back as no ghost, and can join again', async () => {
    const removed = await removedByHand(SHORT, 'both');
    expect(removed).toMatchObject({ ghosts: 0, falseSuccesses: 0, problems: [], askedAgain: 200 });
  });

  test('by a hand that forgot her record is no ghost either, but cannot join again', async () => {
    const removed = await removedByHand(SHORT, 'place');
    expect(removed).toMatchObject({ ghosts: 0, falseSuccesses: 0, problems: [], askedAgain: 409 });
  });
});
