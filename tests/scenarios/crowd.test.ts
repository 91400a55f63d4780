import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { joinQueue } from '../../netlify/queue/join-queue.ts';
import { audit } from '../support/audit.ts';
import { freshWaitlist } from '../support/call-function.ts';
import { randomFrom } from '../support/random.ts';
import { attemptOf, type Person, person } from '../support/waitlist.ts';

const VISITORS = 100;
const AT_ONCE = 16;

const waitlist = freshWaitlist();

test('of a crowd nobody is lost or counted twice, though answers and scripts get lost', async () => {
  const random = randomFrom(20_260_101);
  let unanswered = 0;
  waitlist.faults.intercept = async (_, execute) => {
    if (random() < 0.05) await waitlist.redis.script('FLUSH'); // As after a failover.
    const answer = await execute();
    // More than half of them, since the client asks once more by itself.
    if (random() < 0.6) throw new Error('cut');
    return answer;
  };
  /** The code in each visitor's answer. */
  const answered = new Map<Person, string>();

  async function press(visitor: Person): Promise<void> {
    const result = await joinQueue(waitlist.upstash, attemptOf(visitor)).catch(() => undefined);
    if (!result) {
      unanswered += 1;
      await sleep(5);
      return press(visitor);
    }
    if (result.outcome !== 'joined') throw new Error(result.outcome);
    expect(result.referralCode).toBe(answered.get(visitor) ?? result.referralCode);
    answered.set(visitor, result.referralCode);
  }
  async function come() {
    while (answered.size < VISITORS) {
      const codes = [...answered.values()];
      const visitor = person({ referralCode: codes[Math.floor(random() * codes.length * 1.5)] });
      await Promise.all([press(visitor), press(visitor)]);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, come));

  expect(unanswered).toBeGreaterThan(VISITORS / 4);
  waitlist.faults.intercept = undefined;
  const { members, credits, problems } = await audit(waitlist);
  expect(problems).toEqual([]);
  const stored = Array.from(members.values(), ({ code, phone }) => `${code} ${phone}`);
  expect(stored.sort()).toEqual(
    Array.from(answered, ([{ phone }, code]) => `${code} ${phone}`).sort(),
  );
  expect(credits).toBe([...answered.keys()].filter((visitor) => visitor.referralCode).length);
}, 120_000);
