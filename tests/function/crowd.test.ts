import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { KEYS } from '../../netlify/queue/queue.ts';
import { audit } from '../support/audit.ts';
import {
  type DeployedFunction,
  deploy,
  type Press,
  person,
  recordConsole,
} from '../support/call-function.ts';
import { startWaitlist, type Waitlist } from '../support/waitlist.ts';

// `npm run bench:http` presses with a thousand, through HTTP and the packed function.
const CROWD = 300;

let waitlist: Waitlist;
let site: DeployedFunction;
beforeAll(async () => {
  waitlist = await startWaitlist();
  recordConsole();
  site = await deploy({ ...waitlist.env, WAITLIST_RATE_LIMIT: '0' });
});
beforeEach(() => waitlist.redis.flushall());
afterAll(() => waitlist.stop());

const crowd = (given?: Partial<Press>) => Array.from({ length: CROWD }, () => person(given));

/** Everybody presses in one moment, and again when told that we cannot be reached. */
const pressAtOnce = (people: Press[]) =>
  Promise.all(
    people.map(async (one) => {
      // On a busy machine, the last of a crowd wait longer than the function does for Redis.
      for (let presses = 0; presses < 20; presses += 1) {
        const { status, body } = await site.press(one);
        if (body.success) return body;
        expect(status).toBe(503);
      }
      throw new Error('pressed 20 times in vain');
    }),
  );

test('a crowd at once is answered to the last, each with a place of her own', async () => {
  const answers = await pressAtOnce(crowd());
  const positions = answers.map(({ position }) => position).sort((a, b) => a - b);
  expect(positions).toEqual(Array.from({ length: CROWD }, (_, i) => i + 1));

  const { members, problems } = await audit(waitlist.redis);
  const codes = Array.from(members.values(), ({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(answers.map(({ referralCode }) => referralCode)));
  expect(problems).toEqual([]);
});

test('a crowd of friends at once moves their inviter up five places each', async () => {
  const { referralCode } = await site.join();
  await pressAtOnce(crowd({ referralCode }));
  const { credits, problems } = await audit(waitlist.redis);
  expect({ credits, problems }).toEqual({ credits: CROWD, problems: [] });
  expect(await waitlist.redis.zscore(KEYS.queue, referralCode)).toBe(String(1 - 5 * CROWD));
});

test('a crowd that presses twice at once is in line once', async () => {
  const people = crowd();
  const [first, second] = await Promise.all([pressAtOnce(people), pressAtOnce(people)]);
  const codes = first.map(({ referralCode }) => referralCode);
  expect(second.map(({ referralCode }) => referralCode)).toEqual(codes);

  const { members, problems } = await audit(waitlist.redis);
  expect({ members: members.size, problems }).toEqual({ members: CROWD, problems: [] });
});
