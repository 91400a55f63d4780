import { setTimeout as sleep } from 'node:timers/promises';
import { erase } from '../../../cli/erase.ts';
import { KEYS } from '../../../netlify/queue/queue.ts';
import { audit } from '../../../tests/support/audit.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { startWaitlist, type Waitlist } from '../../../tests/support/waitlist.ts';
import {
  type Crowd,
  comeCrowding,
  emptyCrowd,
  judge,
  latestPhone,
  type Told,
  type Verdict,
} from './crowd.ts';
import { deployFunction, type Press, pressOn } from './function.ts';

export interface Scale {
  /** How often somebody's hand strikes while the crowd presses. */
  times: number;
  clients: number;
  seed: number;
}

interface Struck extends Verdict {
  times: number;
  outages: number;
  ms: number;
}

/** A crowd joins while `strike` is done `times` times, 20 ms apart, and some more come after it. */
async function crowdDuring(
  { times, clients, seed }: Scale,
  strike: (waitlist: Waitlist, crowd: Crowd, random: () => number) => Promise<void>,
) {
  const started = performance.now();
  const random = randomFrom(seed);
  const waitlist = await startWaitlist();
  const press = pressOn(await deployFunction(waitlist.env));
  const crowd = emptyCrowd();
  let last = Number.POSITIVE_INFINITY;
  const more = () => crowd.told.size < last;
  const crowding = comeCrowding({ clients, random, press, more }, crowd);
  for (let count = 0; count < times; count += 1) {
    // However slow the machine, somebody is in line by then.
    do await sleep(20);
    while (crowd.told.size < clients);
    await strike(waitlist, crowd, random);
  }
  last = crowd.told.size + 4 * clients;
  await crowding;
  return { waitlist, crowd, press, ms: () => performance.now() - started };
}

/** Redis forgets its scripts under load, as after a restart or a failover. */
export async function coldCache(scale: Scale): Promise<Struck & { noscript: number }> {
  let noscript = 0;
  const { waitlist, crowd, ms } = await crowdDuring(scale, async ({ redis, faults }) => {
    faults.intercept ??= async (_, execute) => {
      const answer = await execute();
      if (String(Object(answer.body).error).startsWith('NOSCRIPT')) noscript += 1;
      return answer;
    };
    await redis.script('FLUSH');
  });
  const verdict = await judge(waitlist.redis, crowd);
  await waitlist.stop();
  return { ...verdict, times: scale.times, outages: crowd.outages, noscript, ms: ms() };
}

/**
 * Somebody empties the database under load. Whoever was in line is gone, that cannot be helped; but
 * what follows is a sound list, and everybody who came after the last time is in it.
 */
export async function flushedDatabase(scale: Scale): Promise<Struck> {
  const problems: string[] = [];
  let last = '';
  const { waitlist, crowd, ms } = await crowdDuring(scale, async ({ redis }) => {
    problems.push(...(await audit(redis)).problems);
    await redis.flushall();
    last = latestPhone();
  });
  const found = await audit(waitlist.redis);
  const after = [...crowd.told.values()].filter(({ person }) => person.phone > last);
  const missing = after.filter(
    ({ person, code }) => found.members.get(person.phone)?.code !== code,
  );
  await waitlist.stop();
  return {
    people: after.length,
    members: found.members.size,
    referrals: found.credits,
    credits: found.credits,
    falseSuccesses: missing.length,
    falselyRegistered: crowd.falselyRegistered,
    problems: [...problems, ...found.problems, ...crowd.wrong],
    times: scale.times,
    outages: crowd.outages,
    ms: ms(),
  };
}

export interface Removed extends Struck {
  /** Removed people who are in the queue all the same: ghosts, raised by a friend's credit. */
  ghosts: number;
  /** What the first of them was told when she pressed her button again. */
  askedAgain: number;
}

/**
 * Members are taken off the list while their friends join: by `npm run waitlist -- remove` (`both`),
 * or, by a hand that makes a mistake, their places alone.
 */
export async function removedByHand(scale: Scale, what: 'both' | 'place'): Promise<Removed> {
  const removed: Told[] = [];
  const { waitlist, crowd, press, ms } = await crowdDuring(
    scale,
    async ({ redis, upstash }, { told }, random) => {
      const member = [...told.values()][Math.floor(random() * told.size)];
      if (!member) return;
      const { code, person } = member;
      if (what === 'both') await erase(upstash, { phone: person.phone, code });
      else await redis.zrem(KEYS.queue, code);
      told.delete(member.person.phone);
      removed.push(member);
    },
  );
  const { redis } = waitlist;
  const verdict = await judge(redis, crowd);
  const queue = new Set(await redis.zrange(KEYS.queue, 0, -1));
  const expected = (problem: string) =>
    what === 'place' &&
    removed.some(({ code }) => problem === `${code} has a record and no place in the queue.`);
  const askedAgain = await pressAgain(press, removed[0]);
  await waitlist.stop();
  return {
    ...verdict,
    problems: verdict.problems.filter((problem) => !expected(problem)),
    times: removed.length,
    outages: crowd.outages,
    ghosts: removed.filter(({ code }) => queue.has(code)).length,
    askedAgain,
    ms: ms(),
  };
}

async function pressAgain(press: Press, told: Told | undefined): Promise<number> {
  return (told && (await press(told.person))?.status) ?? 0;
}
