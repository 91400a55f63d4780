import { coldCache, flushedDatabase, removedByHand } from './by-hand.ts';
import type { Verdict } from './crowd.ts';
import { type Dropped, dropAtBrowser, dropAtGateway } from './drops.ts';
import { killUnderLoad } from './kills.ts';
import { LONGEST_WAIT_MS, OUTAGES, type OutageName, surviveOutage } from './outages.ts';
import type { Scales } from './scale.ts';

export interface Row {
  fault: string;
  often: string;
  outcome: string;
  ms: number;
  sound: boolean;
  /** Shown on purpose: what Redis does unless it is run as docs/operations.md says. */
  known?: boolean;
  problems: string[];
}

/** Each scenario's line of the table, in the order of issue 5, as soon as it is done. */
export async function* rows(scale: Scales): AsyncGenerator<Row> {
  yield drops('answers of Redis lost', await dropAtGateway(scale), scale.drops);
  yield drops('answers of the function lost', await dropAtBrowser(scale), scale.drops);

  for (const appendfsync of ['always', 'everysec'] as const) {
    const killed = await killUnderLoad({ ...scale, appendfsync });
    const { kills, outages, ms, forgotten } = killed;
    const { outcome, sound, problems } = judged(killed);
    yield {
      fault: `Redis killed with -9 under load, appendfsync ${appendfsync}`,
      often: `${kills} kills, ${outages} presses in vain`,
      outcome: `${outcome}; ${forgotten} forgotten after they were told`,
      ms,
      sound: sound && forgotten === 0,
      // While a fsync is under way, Redis answers before it writes: whole signups may be lost.
      known: appendfsync === 'everysec' && problems.length === 0,
      problems,
    };
  }

  for (const name of Object.keys(OUTAGES) as OutageName[]) {
    const survived = await surviveOutage(name, scale.clients);
    const { people, otherAnswers, failedAfter, members, slowest, problems } = survived;
    yield {
      fault: `Redis ${name}`,
      often: `${people} at once`,
      outcome: `${people - otherAnswers} told so by a 503; then ${people - failedAfter} of ${people} in line at the next press`,
      ms: slowest,
      sound:
        otherAnswers + failedAfter + problems.length === 0 &&
        members === people &&
        slowest < LONGEST_WAIT_MS,
      problems,
    };
  }

  const cold = await coldCache(scale);
  yield {
    fault: 'scripts forgotten under load',
    often: `${cold.times} flushes, ${cold.noscript} NOSCRIPT`,
    ...judged(cold),
    sound: judged(cold).sound && cold.outages === 0,
    ms: cold.ms,
  };
  const flushed = await flushedDatabase(scale);
  yield {
    fault: 'database emptied under load',
    often: `${flushed.times} times`,
    outcome: `of ${flushed.people} who came after the last time, ${flushed.falseSuccesses} missing`,
    sound: flushed.problems.length + flushed.falseSuccesses + flushed.falselyRegistered === 0,
    problems: flushed.problems,
    ms: flushed.ms,
  };
  for (const what of ['both', 'place'] as const) {
    const removed = await removedByHand(scale, what);
    const { ghosts, falseSuccesses, falselyRegistered, problems, askedAgain } = removed;
    yield {
      fault: what === 'both' ? 'members removed' : 'places removed, records forgotten',
      often: `${removed.times} of ${removed.people + removed.times}`,
      outcome: `${ghosts} ghosts, ${falseSuccesses} others lost; she presses again: ${askedAgain}`,
      sound:
        ghosts + falseSuccesses + falselyRegistered + problems.length === 0 &&
        askedAgain === (what === 'both' ? 200 : 409),
      problems,
      ms: removed.ms,
    };
  }
}

function drops(fault: string, dropped: Dropped, goal: number): Row {
  const { sound, ...rest } = judged(dropped);
  return {
    fault,
    often: `${dropped.dropped} of them, ${dropped.presses} presses`,
    ...rest,
    sound: sound && dropped.dropped >= goal,
    ms: dropped.ms,
  };
}

/** Everybody once, everybody credited once, nobody told anything false. */
export function judged(verdict: Verdict): Pick<Row, 'outcome' | 'sound' | 'problems'> {
  const { people, members, referrals, credits, problems } = verdict;
  const { falseSuccesses, falselyRegistered } = verdict;
  return {
    outcome: `${members} members of ${people} people, ${credits} credits of ${referrals} referrals, ${falseSuccesses} false successes, ${falselyRegistered} false "already registered"`,
    sound:
      members === people &&
      credits === referrals &&
      falseSuccesses + falselyRegistered + problems.length === 0,
    problems,
  };
}

export const figureOf = (ms: number) =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
